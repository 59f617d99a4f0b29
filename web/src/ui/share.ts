/** Hands an address on: by the system's own sheet where there is one, else by the clipboard. */
export async function shareLink(path: string, text?: string): Promise<boolean> {
  const url = new URL(path, location.origin).href;
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ url, text });
      return false;
    }
    await navigator.clipboard.writeText(text ? `${text}\n${url}` : url);
    return true;
  } catch {
    return false;
  }
}
