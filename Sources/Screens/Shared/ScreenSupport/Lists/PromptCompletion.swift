import Runtime
import TerminalKit

/// Completes what is typed in the field of a list.
@MainActor
public final class PromptCompletion {
  public struct Candidate: Hashable, Sendable {
    let title: String
    let text: String

    /// - Parameters:
    ///   - title: “@grace  Grace Hopper”.
    ///   - text: the completed text.
    public init(title: String, text: String) {
      self.title = title
      self.text = text
    }
  }

  /// Finds candidates, and calls `found` whenever there are more.
  public typealias Search =
    @MainActor (_ typed: String, _ found: @escaping @MainActor ([Candidate]) -> Void) async ->
    Void

  let acceptCommand: Command
  private(set) var candidates: [Candidate] = []
  private var selected = 0
  private let search: Search
  private let runner: TaskRunner
  private var task: Task<Void, Never>?

  public init(acceptCommand: Command, runner: TaskRunner, search: @escaping Search) {
    self.acceptCommand = acceptCommand
    self.runner = runner
    self.search = search
  }

  deinit { task?.cancel() }

  /// The candidates, one in a line; nil if there are none.
  var foot: StyledText? {
    guard !candidates.isEmpty else { return nil }
    return candidates.enumerated().reduce(StyledText()) { text, candidate in
      let title = TextLayout.sanitized(candidate.element.title)
      let line =
        candidate.offset == selected ? StyledText("▸ \(title)", .accentBold) : StyledText("  \(title)", .muted)
      return text + (candidate.offset == 0 ? StyledText() : StyledText("\n")) + line
    }
  }

  func update(for typed: String, onChange: @escaping @MainActor () -> Void) {
    task?.cancel()
    (candidates, selected) = ([], 0)
    guard !typed.isEmpty else { return }
    task = runner.start(for: self) { [weak self, search] in
      await search(typed) { found in
        guard let self, !Task.isCancelled else { return }
        self.candidates = found
        onChange()
      }
    }
  }

  func select(by step: Int) {
    guard !candidates.isEmpty else { return }
    selected = (selected + step + candidates.count) % candidates.count
  }

  /// Replaces the text with the selected candidate.
  func accept(into field: TextField) {
    guard candidates.indices.contains(selected) else { return }
    field.clear()
    field.paste(candidates[selected].text)
    task?.cancel()
    candidates = []
  }
}
