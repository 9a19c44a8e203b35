/// Other words by which settings are found. Lowercase.
public enum SettingSynonyms {
  private static let words = [
    "theme": ["colours", "colors", "appearance", "dark mode", "light mode", "night mode", "reading mode"],
    "signs": ["font", "glyphs", "screen reader", "accessibility"], "time": ["dates", "timestamps", "clock"],
    "pictures": ["images", "photos", "kitty", "sixel"],
    "fetch-pictures": ["download", "load images", "image previews", "media", "data saver"],
    "avatars": ["profile pictures", "faces"], "languages": ["foreign", "other languages", "language filter"],
    "repeat-own-posts": ["own reposts", "own boosts"],
    "stream": ["streaming", "live updates", "refresh automatically"],
    "bell": ["sound", "notifications", "beep"], "notify-command": ["notifications", "desktop notifications", "alerts"],
    "undo-send": ["delay", "send later"], "layout": ["two columns", "panes"], "density": ["compact", "spacing"],
    "credential-helper": ["password", "token", "keyring"], "player": ["video", "mpv"], "cache-pictures": ["storage"],
    "filters": ["mute words", "muted words", "hide words", "block words", "keywords"],
    "hidden kinds": ["reposts", "boosts", "retweets", "replies", "without media", "hide boosts"],
    "keys": ["rebind", "remap", "key bindings", "shortcuts", "keyboard"],
  ]

  public static func words(for setting: String) -> [String] { words[setting] ?? [] }
}
