import Testing

@testable import tern

/// Each form and menu takes Tab, arrows and typed text, with all rules after each key.
@MainActor @Suite struct FormWalkTests {
  /// Tab, arrows and text, then the choice of what is selected.
  private static let keys = "Tab BTab Down Up Right Left l o Tab Down ~m ~i BTab Enter Down Tab Up Enter Escape Escape"

  /// The keys that open a form or menu, and the state that must have been reached.
  nonisolated private static let openings = [
    ("=@ada@demo a", "menu: actions"), ("=@ada@demo g", "menu: go to"), ("=@ada@demo :", "menu: Find"),
    ("=live a m", "menu: mute @grace@walk.example"), ("=live a X", "menu: block @grace@walk.example"),
    ("=@ada@demo a A", "menu: as another account"), ("=live c C-x", "menu: options"),
    ("=live c C-x v", "menu: visibility"),
    ("=live c C-x k", "menu: discard draft"),
    ("=live c C-x l", "Compose: typing"), ("=live c C-x w", "Compose: typing"),
    ("=live c C-x p", "Compose: typing"), ("=live c C-x T", "Compose: typing"),
    ("=live c C-x a", "Compose: typing"), ("=live r Tab Tab", "Compose: typing"),
    ("=@ada@demo g f n", "menu: new filter"), ("=@ada@demo g f n t", "New filter: typing"),
    ("=@ada@demo g f n s", "New filter at your server: typing"), ("=@ada@demo X", "New filter: typing"),
    ("=@ada@demo g f n t x BTab BTab Enter", "New filter: typing"), ("=@ada@demo g l n", "New list: typing"),
    ("=@ada@demo g l n x C-s +1s n", "New list: typing"),
    ("=@ada@demo g l n x C-s +1s Enter +1s n", "Members of “x”: typing"),
    ("=live g e e", "Your profile: typing"), ("=live g # n", "Followed hashtags: typing"),
    ("=live g # m", "Followed hashtags: typing"), ("=live a N", "Note about @grace@walk.example: typing"),
    ("=live a !", "Report: list"), ("=live a ! c", "Report: typing"),
    ("=@ada@demo g d", "Timeline: typing"), ("=@ada@demo /", "Timeline: typing"),
    ("=@ada@demo g o", "Open an address: typing"), ("=@ada@demo ? /", "Help: typing"), ("=demo n", "Sign in: typing"),
    ("=demo Enter", "Timeline: list"), ("=demo /", "Accounts: typing"), ("=@password@demo", "Sign in: typing"),
    ("=@ada@demo F2 /", "Settings: typing"), ("=@ada@demo F2 Enter", "menu: change theme"),
    ("=@ada@demo F2 K /", "Keys: typing"), ("=@ada@demo F2 K Enter", "Keys: list"),
    ("=@ada@demo F2 / n o t i f y Enter Enter", "Settings: typing"), ("=live D", "Drafts and outbox: list"),
    ("=live n", "Timeline: list"), ("=live a l", "menu: actions"), ("=live g s n", "Sign in: typing"),
    ("=live g l n", "New list: typing"), ("=live g f n s", "New filter at walk.example: typing"),
    ("=live p a N", "Profile: list"),
  ]

  @Test(arguments: openings)
  func `A form or menu takes Tab, arrows and text`(opening: String, state: String) async throws {
    let demo = try #require(DemoDirectory.find())
    let session = WalkSession(demo: demo, terminal: try WalkTerminal(), hasSettings: true)
    let steps = try "\(opening) \(Self.keys)".split(separator: " ").map { try #require(WalkStep(String($0))) }
    for step in steps { try await session.perform(step) }
    try await session.end()
    let states = session.coverage.keys.filter { !$0.contains(", key") }.sorted()
    #expect(states.contains(state))
  }
}
