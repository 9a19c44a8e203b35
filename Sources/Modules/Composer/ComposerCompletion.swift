import Domain
import Runtime
import TerminalKit

/// What could be meant by what is being typed: people, tags, emoji.
@MainActor
final class ComposerCompletion {
  private struct Candidate {
    let title: String
    let text: String

    init(title: String, text: String) {
      (self.title, self.text) = (title, text)
    }

    init(_ person: Profile) {
      self.init(title: "@\(person.handle)  \(person.displayName)", text: "@\(person.handle)")
    }

    init(tag: String) {
      self.init(title: "#\(tag)", text: "#\(tag)")
    }
  }

  /// As many can be seen at a glance.
  private static let maxCount = 5
  /// A server is asked for people and tags when nothing has been typed for so long, in seconds, and for no fewer letters.
  private static let rest = 0.3
  private static let minLetters = 2

  private let publishing: any PublishingRepository
  private let clock: any WallClock
  private let runner: TaskRunner
  private var token: CompletionToken?
  private var candidates: [Candidate] = []
  private(set) var selected = 0
  private var asking: Task<Void, Never>?

  init(publishing: any PublishingRepository, clock: any WallClock, runner: TaskRunner) {
    self.publishing = publishing
    self.clock = clock
    self.runner = runner
  }

  deinit { asking?.cancel() }

  var isOpen: Bool { !candidates.isEmpty }
  var titles: [String] { candidates.map(\.title) }

  /// Looks for what fits; what stood before goes on standing until something else is found.
  func look(at text: String, cursor: Int, whenFound: @escaping @MainActor () -> Void) {
    let token = CompletionToken(in: text, at: cursor)
    guard token != self.token else { return }
    asking?.cancel()
    self.token = token
    selected = 0
    guard let token else { return close() }
    switch token.kind {
    case .emoji:
      // A smile of signs is no name.
      let found = token.typed.count < 2 ? [] : EmojiName.matching(token.typed, limit: Self.maxCount)
      candidates = found.map { Candidate(title: "\($0.emoji) \($0.name)", text: $0.emoji) }
    case .person, .tag:
      guard !token.typed.isEmpty else { return candidates = [] }
      asking = runner.start(for: self) { [weak self, publishing] in
        let found = await Self.candidates(for: token, publishing)
        guard self?.take(found, for: token) == true else { return }
        whenFound()
        guard let more = await self?.candidatesAtServer(for: token, besides: found) else { return }
        guard self?.take(found + more, for: token) == true else { return }
        whenFound()
      }
    }
  }

  /// - Returns: whether it is still being typed.
  private func take(_ found: [Candidate], for token: CompletionToken) -> Bool {
    guard self.token == token, !Task.isCancelled else { return false }
    candidates = found
    return true
  }

  /// Those behind what is known here; nil where nobody is asked.
  private func candidatesAtServer(for token: CompletionToken, besides known: [Candidate]) async -> [Candidate]? {
    guard token.typed.count >= Self.minLetters, known.count < Self.maxCount,
      (try? await clock.sleep(seconds: Self.rest)) != nil, !Task.isCancelled
    else { return nil }
    let found =
      token.kind == .tag
      ? await publishing.tagsAtServer(matching: token.typed, limit: Self.maxCount).map(Candidate.init(tag:))
      : await publishing.peopleAtServer(matching: token.typed, limit: Self.maxCount).map { Candidate($0) }
    let names = Set(known.map { $0.text.lowercased() })
    let others = found.filter { !names.contains($0.text.lowercased()) }
    return Array(others.prefix(Self.maxCount - known.count))
  }

  func step(by step: Int) {
    if isOpen { selected = (selected + step + candidates.count) % candidates.count }
  }

  /// What is to be put where; nil where there is nothing.
  func accept() -> (bytes: Range<Int>, text: String)? {
    guard let token, candidates.indices.contains(selected) else { return nil }
    return (token.bytes, candidates[selected].text + " ")
  }

  func close() {
    asking?.cancel()
    (candidates, selected) = ([], 0)
  }

  private static func candidates(
    for token: CompletionToken, _ publishing: any PublishingRepository
  ) async -> [Candidate] {
    if token.kind == .tag {
      return await publishing.tags(matching: token.typed, limit: maxCount).map(Candidate.init(tag:))
    }
    return await publishing.people(matching: token.typed, limit: maxCount).map { Candidate($0) }
  }
}
