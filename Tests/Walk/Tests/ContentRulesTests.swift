import EmptyState
import TerminalKit
import Testing

@MainActor @Suite struct ContentRulesTests {
  private static let viewModel = EmptyStateViewModel(name: "none", title: "Nothing here", sentences: [], actions: [])

  private func canvas(_ text: String = "", row: Int = 0, style: Style = .plain) -> Canvas {
    var canvas = Canvas(size: Size(width: 20, height: 9))
    canvas.draw(text, row: row, column: 0, style: style)
    return canvas
  }

  @Test func `A screen that is too small must say so`() {
    var canvas = Canvas(size: Size(width: 3, height: 1))
    #expect(ContentRules.problem(tooSmall: canvas) != nil)
    canvas.draw("20×5", row: 0, column: 0)
    #expect(ContentRules.problem(tooSmall: canvas) == nil)
    #expect(ContentRules.problem(tooSmall: self.canvas("Tern")) != nil)
  }

  @Test func `A screen needs a heading`() {
    func problem(_ canvas: Canvas, _ title: String = "Post", menu: Bool = false) -> String? {
      ContentRules.problem(heading: canvas, title: title, isMenuOpen: menu)
    }
    #expect(problem(canvas("Post")) == nil)
    #expect(problem(canvas("────")) != nil)
    #expect(problem(canvas("Post", row: 8)) != nil)
    #expect(problem(canvas("Post", row: 3)) != nil)
    #expect(problem(canvas("Post", row: 3), menu: true) == nil)
    #expect(problem(canvas("Tern", row: 3), "About") == nil)
  }

  @Test func `Keys named by an empty view must be available`() {
    let viewModel = EmptyStateViewModel(name: "none", title: "None", sentences: [], actions: [.retry, .back])
    let retry = AvailableCommand(EmptyStateAction.retry.command) {}
    let back = AvailableCommand(EmptyStateAction.back.command) {}
    #expect(ContentRules.problem(actionsOf: .empty(viewModel), availableCommands: [retry, back]) == nil)
    #expect(ContentRules.problem(actionsOf: .empty(viewModel), availableCommands: [retry]) != nil)
    #expect(ContentRules.problem(actionsOf: .list, availableCommands: []) == nil)
  }

  @Test func `The help must list every command`() {
    let titles = ["open it now", "back"]
    #expect(ContentRules.problem(help: canvas("open it, back"), titles: titles) == nil)
    #expect(ContentRules.problem(help: canvas("open it"), titles: titles) != nil)
    // The canvas draws a joined emoji as its parts.
    #expect(ContentRules.problem(help: canvas("“👩👩👧”"), titles: ["“👩‍👩‍👧”"]) == nil)
  }

  @Test func `Exactly one kind of content must be visible`() {
    func problem(_ content: HostedContent, _ canvas: Canvas, covered: Bool = false) -> String? {
      ContentRules.problem(of: content, on: canvas, isCovered: covered)
    }
    #expect(problem(.nothing, canvas()) != nil)
    #expect(problem(.nothing, canvas(), covered: true) != nil)
    #expect(problem(.loading(nil), canvas()) == nil)
    #expect(problem(.list, canvas()) != nil)
    #expect(problem(.list, canvas("▌", style: .accent)) == nil)
    #expect(problem(.list, canvas(), covered: true) == nil)
    for content in [HostedContent.empty(Self.viewModel), .loading(Self.viewModel)] {
      #expect(problem(content, canvas()) != nil)
      #expect(problem(content, canvas("Nothing")) != nil)
      #expect(problem(content, canvas("Nothing here")) == nil)
    }
    let untitled = EmptyStateViewModel(name: "none", title: "", sentences: [], actions: [])
    #expect(problem(.empty(untitled), canvas("Nothing here")) != nil)
  }

  @Test func `A list must not be shown with another kind of content`() {
    var both = canvas("Nothing here", row: 3)
    both.draw("▌", row: 5, column: 0, style: .accent)
    for content in [HostedContent.loading(nil), .loading(Self.viewModel), .empty(Self.viewModel)] {
      #expect(ContentRules.problem(of: content, on: both, isCovered: false) != nil)
      #expect(ContentRules.problem(of: content, on: both, isCovered: true) == nil)
    }
  }

  @Test func `In a few rows some text of the list must be visible`() {
    var canvas = Canvas(size: Size(width: 20, height: 5))
    canvas.draw("Tern", row: 0, column: 0)
    canvas.draw("? keys", row: 4, column: 0)
    #expect(ContentRules.problem(of: .list, on: canvas, isCovered: false) != nil)
    canvas.draw("End of posts", row: 3, column: 0)
    #expect(ContentRules.problem(of: .list, on: canvas, isCovered: false) == nil)
  }
}
