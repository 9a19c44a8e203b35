import EmptyState
import PostCell
import TerminalKit

/// Draws a report and turns commands into presenter calls.
@MainActor
final class ReportViewController: HostedListScreen {
  typealias Row = ReportRow

  let title = "Report"
  var needsDisplay: (@MainActor () -> Void)?
  let presenter: any ReportPresentation
  var listPresenter: any ListPresentation { presenter }
  let keymap: Observed<Keymap>
  var hosted = HostedList(CellList<ReportRow>(maxWidth: PostCellLayout.maxTextWidth))
  private var viewModel = ReportViewModel(title: "", account: "", label: "", comment: "", rows: [])
  private(set) var commentField: TextField?

  private(set) lazy var mouse = ListMouse<ReportRow>(
    move: { [weak self] in self?.move($0) }, open: { [weak self] in self?.chooseSelected() }, openLink: { _ in })

  init(presenter: any ReportPresentation, keymap: Observed<Keymap>) {
    self.presenter = presenter
    self.keymap = keymap
  }

  var header: ScreenHeader? {
    ScreenHeader(.title(viewModel.title), account: viewModel.account, label: viewModel.label)
  }

  var focusedField: TextField? { commentField }

  var bottomLine: BottomLine {
    commentField.map { .prompt("Comment, \(presenter.left(by: $0.text))", $0) } ?? .status("")
  }

  /// Saves the comment when another command closes the field.
  func endEditing() { endComment() }

  var availableCommands: [AvailableCommand] {
    if commentField != nil {
      return [
        AvailableCommand(ReportCommands.acceptComment, hint: "done") { [weak self] in self?.endComment() },
        AvailableCommand(ReportCommands.leaveComment) { [weak self] in self?.endComment() },
      ]
    }
    return [
      AvailableCommand(ReportCommands.choose, hint: choiceHint) { [weak self] in
        self?.chooseSelected()
      }
    ]
      + ReportCommands.reason.enumerated().map { number, command in
        AvailableCommand(command) { [presenter] in presenter.choose(.reason(number)) }
      }
      + (viewModel.isWritten
        ? [AvailableCommand(ReportCommands.leave, hint: "save") { [presenter] in presenter.leave() }] : [])
      + [AvailableCommand(ReportCommands.comment, hint: "comment") { [weak self] in self?.beginComment() }]
      + (viewModel.rows.contains { $0.kind == .forward }
        ? [AvailableCommand(ReportCommands.forward) { [presenter] in presenter.choose(.forward) }] : [])
      + CellList<ReportRow>.availableCommands(moving: "row") { [weak self] in self?.move($0) }
      + [AvailableCommand(ListCommands.last, title: "send") { [weak self] in self?.move { $0.selectLast() } }]
  }

  /// nil if the selected reason is chosen already.
  private var choiceHint: String? {
    switch selectedRow?.kind {
    case .send: "send"
    case .reason where selectedRow?.isChosen == true: nil
    default: "choose"
    }
  }

  private func chooseSelected() {
    guard let kind = selectedRow?.kind else { return }
    if kind == .comment { beginComment() } else { presenter.choose(kind) }
  }

  func beginComment() {
    commentField = TextField(text: viewModel.comment)
    needsDisplay?()
  }

  private func endComment() {
    guard let text = commentField?.text else { return }
    commentField = nil
    if text != viewModel.comment { presenter.setComment(text) }
    needsDisplay?()
  }
}

extension ReportViewController: ReportView {
  func show(_ viewModel: ReportViewModel) {
    self.viewModel = viewModel
    showRows(viewModel.rows, selection: selection, footer: "", spacing: 0)
  }
}

/// The commands of the report screen.
public enum ReportCommands {
  public static let choose = Command("report-choose", "choose or send", keys: ["Enter"], in: .write)
  public static let reason = (1...4).map { number in
    Command(
      "report-reason-\(number)", "reason \(number)", keys: [KeySequence([.character(Character("\(number)"))])],
      in: .write)
  }
  public static let comment = Command("report-comment", "comment", keys: ["c"], in: .write)
  static let acceptComment = Command("report-take-comment", "save comment", keys: ["Enter"], in: .write)
  static let leaveComment = Command(
    "report-leave-comment", "save comment and go back", keys: ["Escape"], in: .write, isDismissal: true)
  public static let leave = Command(
    "report-leave", "save report and close", keys: ["Escape"], in: .write, isDismissal: true,
    over: [ProgramCommands.back])
  public static let forward = Command("report-forward", "forward to their server", keys: ["f"], in: .write)

  public static let all = [choose] + reason + [comment, acceptComment, leaveComment, leave, forward]
}
