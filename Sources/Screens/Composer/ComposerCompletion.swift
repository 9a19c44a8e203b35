import Domain
import Runtime
import TerminalKit

/// Completes handles, hashtags and emoji while the user types.
@MainActor
final class ComposerCompletion {
  private struct Candidate {
    let title: String
    let text: String

    init(title: String, text: String) {
      (self.title, self.text) = (title, text)
    }

    init(_ profile: Profile) {
      self.init(title: "@\(profile.handle)  \(profile.displayName)", text: "@\(profile.handle)")
    }

    init(tag: String) {
      self.init(title: "#\(tag)", text: "#\(tag)")
    }
  }

  private static let maxCount = 5
  /// The server is queried after a pause of this length in typing, in seconds.
  private static let debounce = 0.3
  /// The server is not queried for fewer letters.
  private static let minLetters = 2

  private let publishing: any PublishingRepository
  private let clock: any WallClock
  private let runner: TaskRunner
  private var token: CompletionToken?
  private var candidates: [Candidate] = []
  private(set) var selected = 0
  private var serverLookup: Task<Void, Never>?

  init(publishing: any PublishingRepository, clock: any WallClock, runner: TaskRunner) {
    self.publishing = publishing
    self.clock = clock
    self.runner = runner
  }

  deinit { serverLookup?.cancel() }

  var isOpen: Bool { !candidates.isEmpty }
  var titles: [String] { candidates.map(\.title) }

  /// Updates the suggestions. Old ones remain until new ones are found.
  /// - Parameter onChange: called when suggestions were found: once for cached ones, once for those of the server.
  func update(for text: String, cursor: Int, onChange: @escaping @MainActor () -> Void) {
    let token = CompletionToken(in: text, at: cursor)
    guard token != self.token else { return }
    serverLookup?.cancel()
    self.token = token
    selected = 0
    guard let token else { return close() }
    switch token.kind {
    case .emoji:
      // A smiley such as ":)" is not an emoji name.
      let names = token.typed.count < Self.minLetters ? [] : EmojiName.matching(token.typed, limit: Self.maxCount)
      let found = names.map { Candidate(title: "\($0.emoji) \($0.name)", text: $0.emoji) }
      candidates = found
      guard token.typed.count >= Self.minLetters else { return }
      serverLookup = runner.start(for: self) { [weak self, publishing] in
        let custom = await publishing.emojisAtServer(matching: token.typed, limit: Self.maxCount)
          .map { Candidate(title: ":\($0):", text: ":\($0):") }
        // Those of the server come first: Unicode's can also be typed otherwise.
        guard !custom.isEmpty, self?.setCandidates(Array((custom + found).prefix(Self.maxCount)), for: token) == true
        else { return }
        onChange()
      }
    case .mention, .tag:
      guard !token.typed.isEmpty else { return candidates = [] }
      serverLookup = runner.start(for: self) { [weak self, publishing] in
        let found = await Self.candidates(for: token, publishing)
        guard self?.setCandidates(found, for: token) == true else { return }
        onChange()
        guard let more = await self?.serverCandidates(for: token, besides: found) else { return }
        guard self?.setCandidates(found + more, for: token) == true else { return }
        onChange()
      }
    }
  }

  /// - Returns: whether the token is still being typed.
  private func setCandidates(_ found: [Candidate], for token: CompletionToken) -> Bool {
    guard self.token == token, !Task.isCancelled else { return false }
    candidates = found
    return true
  }

  /// Queries the server for candidates that are not in `known`; nil if the server is not queried.
  private func serverCandidates(for token: CompletionToken, besides known: [Candidate]) async -> [Candidate]? {
    guard token.typed.count >= Self.minLetters, known.count < Self.maxCount,
      (try? await clock.sleep(seconds: Self.debounce)) != nil, !Task.isCancelled
    else { return nil }
    let found =
      token.kind == .tag
      ? await publishing.tagsAtServer(matching: token.typed, limit: Self.maxCount).map(Candidate.init(tag:))
      : await publishing.profilesAtServer(matching: token.typed, limit: Self.maxCount).map { Candidate($0) }
    let names = Set(known.map { $0.text.lowercased() })
    let others = found.filter { !names.contains($0.text.lowercased()) }
    return Array(others.prefix(Self.maxCount - known.count))
  }

  func step(by step: Int) {
    if isOpen { selected = (selected + step + candidates.count) % candidates.count }
  }

  /// The selected suggestion and the range to replace, in bytes of the text's UTF-8; nil if there are no suggestions.
  func accept() -> (bytes: Range<Int>, text: String)? {
    guard let token, candidates.indices.contains(selected) else { return nil }
    return (token.bytes, candidates[selected].text + " ")
  }

  func close() {
    serverLookup?.cancel()
    (candidates, selected) = ([], 0)
  }

  private static func candidates(
    for token: CompletionToken, _ publishing: any PublishingRepository
  ) async -> [Candidate] {
    if token.kind == .tag {
      return await publishing.tags(matching: token.typed, limit: maxCount).map(Candidate.init(tag:))
    }
    return await publishing.profiles(matching: token.typed, limit: maxCount).map { Candidate($0) }
  }
}
