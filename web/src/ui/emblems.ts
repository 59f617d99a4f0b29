/** What marks a seat: a charge on a shield where the look has shields, else a piece of type. By seat number, never chosen. */
export const CHARGES = [
  // tower
  '<path d="M4 3h3.6v2.8h2.6V3h3.6v2.8h2.6V3H20v7.5h-1.5V21.5h-13V10.5H4z"/><path d="M9.8 21.5v-5a2.2 2.2 0 0 1 4.4 0v5z" fill="var(--cut)"/>',
  // star
  '<polygon points="12,1.8 14.7,9.1 22.5,9.4 16.4,14.2 18.5,21.7 12,17.4 5.5,21.7 7.6,14.2 1.5,9.4 9.3,9.1"/>',
  // crescent
  '<path d="M15.2 2.2a10 10 0 1 0 6.6 14.2A8.2 8.2 0 1 1 15.2 2.2z"/>',
  // key
  '<path d="M12 1.5a5.4 5.4 0 0 1 1.7 10.5v1.6h3.8v3h-3.8v1.6h2.8v3h-2.8v1.3h-3.4V12A5.4 5.4 0 0 1 12 1.5zm0 3a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8z"/>',
  // bell
  '<path d="M10.4 2h3.2v2.2c3.4.7 5 3.3 5 6.8 0 4 .8 5.6 2.4 7.2H3c1.6-1.6 2.4-3.2 2.4-7.2 0-3.5 1.6-6.1 5-6.8z"/><path d="M9.3 19.6h5.4a2.7 2.7 0 0 1-5.4 0z"/>',
  // trefoil
  '<circle cx="12" cy="6.7" r="4.9"/><circle cx="6.6" cy="13.3" r="4.9"/><circle cx="17.4" cy="13.3" r="4.9"/><path d="M10.8 12h2.4c0 4 .8 7 3.3 10h-9c2.5-3 3.3-6 3.3-10z"/>',
  // fish
  '<path d="M1.5 12c3-5 7-7 11-7 3 0 5.4 1.4 7 3.4L23 5v14l-3.5-3.4c-1.6 2-4 3.4-7 3.4-4 0-8-2-11-7z"/><circle cx="7.8" cy="10.8" r="1.5" fill="var(--cut)"/><path d="M12.5 7.2q2.4 4.8 0 9.6" fill="none" stroke="var(--cut)" stroke-width="1.6"/>',
  // ship
  '<path d="M2 15.5h20l-3.5 6h-13z"/><path d="M11 1.5h2v13h-2z"/><path d="M14 3.5c4 2 6 5.5 6.5 9.5H14zM10 5c-3 1.5-5 4.5-5.5 8H10z"/>',
  // sun
  '<polygon points="12,0.7 13.6,6 17.7,2.2 16.4,7.6 21.8,6.4 18,10.4 23.3,12 18,13.6 21.8,17.6 16.4,16.4 17.7,21.8 13.6,18 12,23.3 10.4,18 6.4,21.8 7.6,16.4 2.2,17.6 6,13.6 0.7,12 6,10.4 2.2,6.3 7.6,7.6 6.3,2.2 10.4,6"/><circle cx="12" cy="12" r="3" fill="var(--cut)"/>',
  // rose
  '<circle cx="12" cy="6.6" r="4.6"/><circle cx="17.14" cy="10.33" r="4.6"/><circle cx="15.17" cy="16.37" r="4.6"/><circle cx="8.83" cy="16.37" r="4.6"/><circle cx="6.86" cy="10.33" r="4.6"/><circle cx="12" cy="12" r="2.6" fill="var(--cut)"/>',
];

export const SORTS = ['&', '§', '¶', '†', '*', '#', '?', '!', '@', '%'];

export const HEATER = 'M4 3h52v27c0 16-10 27-26 34C14 57 4 46 4 30z';
export const SORT = 'M6 2h48a4 4 0 0 1 4 4v46l-6 3 6 3v3a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4v-3l6-3-6-3V6a4 4 0 0 1 4-4z';
