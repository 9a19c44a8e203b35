import EmptyState
import FoundationEssentials
import TerminalKit

/// Shows an example of each empty view, and of what can happen to a post.
@MainActor
final class TourViewController: ViewController {
  private static let caption = "the keys shown are examples"

  let title = "Tour"
  var needsDisplay: (@MainActor () -> Void)?

  private let stops: [Stop]
  private let keymap: Observed<Keymap>
  private let finish: @MainActor () -> Void
  private var index = 0
  /// The message about the last key of the example.
  private var exampleMessage: String?

  enum Stop {
    case reason(EmptyReason)
    case example(EmptyStateViewModel)
  }

  init(stops: [Stop], keymap: Observed<Keymap>, finish: @escaping @MainActor () -> Void) {
    self.stops = stops
    self.keymap = keymap
    self.finish = finish
  }

  var availableCommands: [AvailableCommand] {
    let isLast = index >= stops.count - 1
    let next = AvailableCommand(TourCommands.next, title: isLast ? "end the tour" : nil, hint: isLast ? "end" : "next")
    {
      self.continueTour()
    }
    let previous = AvailableCommand(TourCommands.previous, hint: "previous") { self.index -= 1 }
    return [next] + (index > 0 ? [previous] : []) + leaving
  }

  /// Esc, if the example has it. Otherwise the first screen would ignore it.
  private var leaving: [AvailableCommand] {
    guard let action = viewModel.actions.first(where: { $0.command.isDismissal && $0 != .quit }) else { return [] }
    return [AvailableCommand(TourCommands.leave, title: action.label) { self.exampleMessage = Self.text(of: action) }]
  }

  var notice: ScreenNotice? { exampleMessage.map { ScreenNotice(text: $0) } }

  func willHandleKey() { exampleMessage = nil }

  private static func text(of action: EmptyStateAction) -> String { "“\(action.label)” is only an example here" }

  private var viewModel: EmptyStateViewModel {
    var viewModel = stops[index].viewModel(offered: Set(EmptyStateAction.allCases))
    // Screens have either: back, or quit on the first screen.
    if viewModel.actions.contains(.quit) { viewModel.actions.removeAll { $0 == .back } }
    return viewModel
  }

  /// The keys of the example. Those that also move through the tour move.
  var unavailableCommands: [UnavailableCommand] {
    viewModel.actions.map { UnavailableCommand($0.command, Self.text(of: $0), isListed: false) }
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    let hasCaption = area.height >= 6
    let hasRule = area.height >= 9
    var viewModel = viewModel
    // The keys are only shown together with the caption that says that they are examples.
    if !hasCaption { viewModel.actions = [] }
    canvas.draw(
      StyledText("Tour \(index + 1) of \(stops.count)", .accentBold) + StyledText(" · \(viewModel.name)", .muted),
      row: area.row, column: area.column + 1, width: area.width - 2)
    if hasCaption { drawCaption(on: &canvas, in: area) }
    if hasRule {
      canvas.fill(Rect(row: area.row + 2, column: area.column, width: area.width, height: 1), with: "─", style: .rule)
    }
    EmptyStateDrawing(viewModel, keymap: keymap.value).draw(
      on: &canvas, in: area.inset(top: hasRule ? 3 : hasCaption ? 2 : 1))
  }

  private func drawCaption(on canvas: inout Canvas, in area: Rect) {
    canvas.draw(Self.caption, row: area.row + 1, column: area.column + 1, width: area.width - 2, style: .muted)
  }

  private func continueTour() {
    if index < stops.count - 1 { index += 1 } else { finish() }
  }
}

extension TourViewController.Stop {
  fileprivate func viewModel(offered: Set<EmptyStateAction>) -> EmptyStateViewModel {
    switch self {
    case .reason(let reason): return EmptyStateViewModel(reason, offered: offered)
    case .example(var viewModel):
      viewModel.actions = viewModel.actions.filter(offered.contains)
      return viewModel
    }
  }
}

public enum TourCommands {
  public static let next = Command(
    "next-example", "next example", keys: ["Enter", "Space", "j", "Down", "Right", "n"], in: .move)
  public static let previous = Command("previous-example", "previous example", keys: ["k", "Up", "Left"], in: .move)
  /// Esc in an example, for example to go back.
  static let leave = Command(
    "leave-example", "leave the example", keys: ["Escape"], isDismissal: true, over: [ProgramCommands.back])

  public static let all = [next, previous, leave]
}

@MainActor
public enum TourAssembly {
  /// - Parameters:
  ///   - now: the time in the examples.
  ///   - keymap: the keymap whose keys are shown.
  ///   - screens: empty views that belong to one screen.
  ///   - finish: called when the user continues after the last example.
  public static func make(
    now: Date, keymap: Observed<Keymap>, screens: [EmptyStateViewModel] = [], finish: @escaping @MainActor () -> Void
  ) -> any ViewController {
    let reasons = TourStop.allCases.map { TourViewController.Stop.reason($0.reason(now: now)) }
    let writing = OutboxTourStop.allCases.map { $0.viewModel(now: now) }
    return TourViewController(
      stops: reasons + (screens + writing).map(TourViewController.Stop.example), keymap: keymap, finish: finish)
  }
}
