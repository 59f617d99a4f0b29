// Written by web/scripts/write_cards.py from the game's cards. Do not edit.

export type Half = { attack: number; action: string | null; when: readonly string[] };
export type Maquis = { name: string; hidden: Half; revealed: Half };
export type Mission = { era: number; points: number; defense: number; when: string; effect: string };
export type Enemy = { kind: string; defense: number; when: string; effect: string };

export const LIMITS = {"civilians": 5, "failures": 2, "victory": 15};

export const MAQUIS: Record<string, Maquis> = {
  "abel": {"name": "Abel", "hidden": {"attack": 1, "action": "PLUS_PER_REVEALED", "when": ["attack"]}, "revealed": {"attack": 2, "action": "PLUS_PER_CIVILIAN", "when": ["attack"]}},
  "adela": {"name": "Adela", "hidden": {"attack": 1, "action": "MOVE_ENEMY", "when": ["attack"]}, "revealed": {"attack": 1, "action": "DISCARD_ALL_CG", "when": ["attack"]}},
  "adolfo": {"name": "Adolfo", "hidden": {"attack": 0, "action": "DISCARD_ENEMY_1", "when": ["attack"]}, "revealed": {"attack": 3, "action": "FLIP_ALL", "when": ["plan"]}},
  "anastasio": {"name": "Anastasio", "hidden": {"attack": 0, "action": "DISCARD_ENEMY_1", "when": ["attack"]}, "revealed": {"attack": 2, "action": "DISCARD_ENEMY_1", "when": ["attack"]}},
  "antonio": {"name": "Antonio", "hidden": {"attack": 1, "action": "CYCLE_SPY", "when": ["plan", "attack"]}, "revealed": {"attack": 2, "action": "RECRUIT_TO_HIDDEN_TOP", "when": ["plan", "attack"]}},
  "benigno": {"name": "Benigno", "hidden": {"attack": 2, "action": null, "when": []}, "revealed": {"attack": 0, "action": "DEF_MINUS_1", "when": ["attack"]}},
  "carlos": {"name": "Carlos", "hidden": {"attack": 2, "action": null, "when": []}, "revealed": {"attack": 2, "action": "DRAW_HIDDEN_2", "when": ["plan"]}},
  "celia": {"name": "Celia", "hidden": {"attack": 1, "action": "CYCLE_SPY", "when": ["plan", "attack"]}, "revealed": {"attack": 0, "action": "REVEALED_TO_HAND", "when": ["plan", "attack"]}},
  "consuelo": {"name": "Consuelo", "hidden": {"attack": 2, "action": null, "when": []}, "revealed": {"attack": 0, "action": "DISCARD_ENEMY_GAIN", "when": ["attack"]}},
  "domingo": {"name": "Domingo", "hidden": {"attack": 1, "action": "FLIP2_DISCARD1", "when": ["plan"]}, "revealed": {"attack": 3, "action": "SIFT_HIDDEN_3", "when": ["plan", "attack"]}},
  "emilio": {"name": "Emilio", "hidden": {"attack": 0, "action": "COPY_HIDDEN", "when": ["plan", "attack"]}, "revealed": {"attack": 2, "action": "DISCARD_ENEMY_1", "when": ["attack"]}},
  "jacinto": {"name": "Jacinto", "hidden": {"attack": 1, "action": "SIFT_HIDDEN_3", "when": ["plan", "attack"]}, "revealed": {"attack": 3, "action": "SWAP_MAQUIS_DRAW_2", "when": ["plan", "attack"]}},
  "juana": {"name": "Juana", "hidden": {"attack": 1, "action": "SIFT_HIDDEN_3", "when": ["plan", "attack"]}, "revealed": {"attack": 2, "action": "REVEALED_TO_HIDDEN_TOP", "when": ["plan", "attack"]}},
  "manuel": {"name": "Manuel", "hidden": {"attack": 1, "action": "FLIP_ALL", "when": ["plan"]}, "revealed": {"attack": 2, "action": "REMOVE_SPY", "when": ["plan", "attack"]}},
  "manuela": {"name": "Manuela", "hidden": {"attack": 1, "action": "DRAW_HIDDEN_1", "when": ["plan"]}, "revealed": {"attack": 2, "action": "REMOVE_SPY", "when": ["plan", "attack"]}},
  "marcelino": {"name": "Marcelino", "hidden": {"attack": 1, "action": "DRAW_HIDDEN_1", "when": ["plan"]}, "revealed": {"attack": 2, "action": "PLUS_PER_OTHER", "when": ["attack"]}},
  "nicolas": {"name": "Nicolás", "hidden": {"attack": 1, "action": "DRAW_HIDDEN_1", "when": ["attack"]}, "revealed": {"attack": 4, "action": null, "when": []}},
  "paquita": {"name": "Paquita", "hidden": {"attack": 1, "action": "FLIP_ALL", "when": ["plan"]}, "revealed": {"attack": 0, "action": "DISCARD_ENEMY_2", "when": ["attack"]}},
  "pilar": {"name": "Pilar", "hidden": {"attack": 0, "action": "FLIP2_DISCARD1", "when": ["plan"]}, "revealed": {"attack": 2, "action": "IGNORE_MISSION", "when": ["plan"]}},
  "ramona": {"name": "Ramona", "hidden": {"attack": 2, "action": "SIFT_RECRUIT_3", "when": ["plan"]}, "revealed": {"attack": 2, "action": "RECRUIT_TO_HAND", "when": ["attack"]}},
  "ricardo": {"name": "Ricardo", "hidden": {"attack": 1, "action": "DRAW_HIDDEN_1", "when": ["attack"]}, "revealed": {"attack": 2, "action": "HALVE_MISSION", "when": ["attack"]}},
  "roberto": {"name": "Roberto", "hidden": {"attack": 2, "action": "SIFT_ENEMY_3", "when": ["plan"]}, "revealed": {"attack": 4, "action": null, "when": []}},
  "sagrario": {"name": "Sagrario", "hidden": {"attack": 2, "action": null, "when": []}, "revealed": {"attack": 2, "action": "DRAW_HIDDEN_2", "when": ["attack"]}},
  "soledad": {"name": "Soledad", "hidden": {"attack": 1, "action": "PLUS_PER_REVEALED", "when": ["attack"]}, "revealed": {"attack": 1, "action": "DISCARD_ALL_CG", "when": ["attack"]}},
};

export const MISSIONS: Record<string, Mission> = {
  "attack-francoists-in-the-valley": {"era": 1, "points": 2, "defense": 6, "when": "defeat", "effect": "RECOVER_PLUS_1"},
  "attack-the-commanders-villa": {"era": 1, "points": 3, "defense": 5, "when": "defeat", "effect": "CIVILIAN_PER_ENEMY"},
  "cross-the-border": {"era": 1, "points": 1, "defense": 3, "when": "defeat", "effect": "RECOVER_MINUS_1"},
  "destroy-the-barracks": {"era": 1, "points": 2, "defense": 4, "when": "defeat", "effect": "REINFORCE_OTHERS"},
  "destroy-the-bunker": {"era": 1, "points": 1, "defense": 5, "when": "defend", "effect": "DISCARD_HAND_MAQUIS"},
  "destroy-the-railroad-bridge": {"era": 1, "points": 2, "defense": 8, "when": "defeat", "effect": "DISCARD_ENEMY_ELSEWHERE"},
  "intercept-the-commanding-officer": {"era": 1, "points": 1, "defense": 6, "when": "defeat", "effect": "REMOVE_SPY"},
  "recon-the-mountain-pass": {"era": 1, "points": 1, "defense": 5, "when": "defeat", "effect": "FLIP_ALL"},
  "attack-the-counter-guerrilla-headquarters": {"era": 2, "points": 4, "defense": 7, "when": "defeat", "effect": "CIVILIAN_PER_ENEMY"},
  "destroy-the-supply-convoy": {"era": 2, "points": 2, "defense": 7, "when": "defeat", "effect": "DISCARD_ENEMY_EACH_OTHER"},
  "jailbreak-at-the-prison": {"era": 2, "points": 3, "defense": 8, "when": "defeat", "effect": "RECRUIT_TO_HIDDEN_DISCARD"},
  "retreat-to-the-caves": {"era": 2, "points": 4, "defense": 6, "when": "defeat", "effect": "ADD_SPY"},
  "steal-supplies-from-the-train-depot": {"era": 2, "points": 3, "defense": 4, "when": "defend", "effect": "REVEAL_LIMIT_0"},
  "take-back-the-farmhouse": {"era": 2, "points": 2, "defense": 8, "when": "defeat", "effect": "REVEALED_TO_HIDDEN_DISCARD"},
  "attack-francos-headquarters": {"era": 3, "points": 5, "defense": 7, "when": "defeat", "effect": "CIVILIAN_PER_ENEMY"},
  "attack-the-mayors-house": {"era": 3, "points": 4, "defense": 5, "when": "defend", "effect": "ENEMIES_PLUS_1"},
  "attack-the-police-station": {"era": 3, "points": 5, "defense": 8, "when": "defeat", "effect": "KEEP_SPIES_ON_TOP"},
  "defend-the-crossroads": {"era": 3, "points": 3, "defense": 6, "when": "defend", "effect": "DISCARD_IN_PLAY"},
  "defend-the-farmhouse": {"era": 3, "points": 4, "defense": 7, "when": "defeat", "effect": "LOSE_RANDOM_HIDDEN"},
  "destroy-the-train-depot": {"era": 3, "points": 4, "defense": 8, "when": "defend", "effect": "REVEAL_LIMIT_1"},
};

export const ENEMIES: Record<string, Enemy> = {
  "counter-guerrilla-1": {"kind": "counter-guerrilla", "defense": 1, "when": "survive", "effect": "DRAW_CIVILIAN"},
  "counter-guerrilla-2": {"kind": "counter-guerrilla", "defense": 2, "when": "survive", "effect": "DRAW_CIVILIAN"},
  "counter-guerrilla-3": {"kind": "counter-guerrilla", "defense": 3, "when": "survive", "effect": "DRAW_CIVILIAN"},
  "counter-guerrilla-4": {"kind": "counter-guerrilla", "defense": 4, "when": "survive", "effect": "DRAW_CIVILIAN"},
  "guard-1": {"kind": "guard", "defense": 1, "when": "defend", "effect": "GUARD"},
  "guard-2": {"kind": "guard", "defense": 2, "when": "defend", "effect": "GUARD"},
  "guard-3": {"kind": "guard", "defense": 3, "when": "defend", "effect": "GUARD"},
  "grunt-1": {"kind": "grunt", "defense": 1, "when": "defend", "effect": "GRUNT"},
  "grunt-2": {"kind": "grunt", "defense": 2, "when": "defend", "effect": "GRUNT"},
  "military-1": {"kind": "military", "defense": 1, "when": "survive", "effect": "LOSE_RANDOM_HIDDEN"},
  "military-2": {"kind": "military", "defense": 2, "when": "survive", "effect": "LOSE_RANDOM_HIDDEN"},
  "military-3": {"kind": "military", "defense": 3, "when": "survive", "effect": "LOSE_RANDOM_HIDDEN"},
  "military-4": {"kind": "military", "defense": 4, "when": "survive", "effect": "LOSE_RANDOM_HIDDEN"},
  "spy-master-1": {"kind": "spy-master", "defense": 1, "when": "survive", "effect": "ADD_SPY"},
  "spy-master-2": {"kind": "spy-master", "defense": 2, "when": "survive", "effect": "ADD_SPY"},
  "spy-master-3": {"kind": "spy-master", "defense": 3, "when": "survive", "effect": "ADD_SPY"},
  "spy-master-4": {"kind": "spy-master", "defense": 4, "when": "survive", "effect": "ADD_SPY"},
  "engineer-2": {"kind": "engineer", "defense": 2, "when": "defend", "effect": "ENGINEER"},
  "engineer-3": {"kind": "engineer", "defense": 3, "when": "defend", "effect": "ENGINEER"},
  "jailor-2": {"kind": "jailor", "defense": 2, "when": "defeat", "effect": "RECRUIT_TO_HIDDEN_DISCARD"},
  "jailor-3": {"kind": "jailor", "defense": 3, "when": "defeat", "effect": "RECRUIT_TO_HIDDEN_DISCARD"},
  "radio-operator-2": {"kind": "radio-operator", "defense": 2, "when": "survive", "effect": "REINFORCE_OTHERS"},
  "radio-operator-3": {"kind": "radio-operator", "defense": 3, "when": "survive", "effect": "REINFORCE_OTHERS"},
};
