import EmptyState
import TerminalKit

/// Draws a picture with its description below, and forwards commands to the presenter.
@MainActor
final class PictureViewController: ViewController {
  private static let maxTextWidth = 80

  let title = "Picture"
  var needsDisplay: (@MainActor () -> Void)?

  private let presenter: any PicturePresentation
  private var pictureHeader = PictureHeader(title: "", account: "", label: "")
  private var shownViewModel = PictureViewModel(
    content: .waiting(""), description: "", hasNext: false, hasPrevious: false)
  private var status = ""
  private var noticeLine = NoticeLine()
  private var scrollableText = ScrollableText()

  init(presenter: any PicturePresentation) {
    self.presenter = presenter
  }

  var header: ScreenHeader? {
    ScreenHeader(.title(pictureHeader.title), account: pictureHeader.account, label: pictureHeader.label)
  }

  var notice: ScreenNotice? {
    noticeLine.visibleNotice.map { ScreenNotice(text: $0.text, isFailure: $0.isFailure) }
  }

  var bottomLine: BottomLine { .status(status) }

  var availableCommands: [AvailableCommand] {
    var availableCommands: [AvailableCommand] = []
    if let title = shownViewModel.fetchTitle {
      availableCommands.append(
        AvailableCommand(PictureCommands.fetch, title: title, hint: "download") { [presenter] in presenter.fetch() })
    }
    if let title = shownViewModel.playTitle {
      availableCommands.append(
        AvailableCommand(PictureCommands.play, title: title, hint: "play") { [presenter] in presenter.play() })
    }
    if shownViewModel.hasNext {
      availableCommands.append(
        AvailableCommand(PictureCommands.next, hint: "next") { [presenter] in presenter.showNext() })
    }
    if shownViewModel.hasPrevious {
      availableCommands.append(
        AvailableCommand(PictureCommands.previous, hint: "previous") { [presenter] in presenter.showPrevious() })
    }
    if let title = shownViewModel.openTitle {
      availableCommands.append(
        AvailableCommand(PictureCommands.openExternally, title: title, hint: "open") { [presenter] in
          presenter.openExternally()
        })
    }
    let isFailure = if case .sentence(_, isFailure: true) = shownViewModel.content { true } else { false }
    availableCommands.append(
      AvailableCommand(SourceCommands.refresh, title: "refresh", hint: isFailure ? "try again" : nil) {
        [presenter] in
        presenter.reload()
      })
    return availableCommands + scrollableText.availableCommands
  }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewDidAppear() { presenter.viewDidAppear() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  func settingsDidChange() { presenter.settingsDidChange() }

  func willHandleKey() {
    if noticeLine.keyWasPressed() { needsDisplay?() }
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    let margin = area.width >= 40 ? 2 : 1
    let width = min(area.width - 2 * margin, Self.maxTextWidth)
    let lines = TextLayout.wrap(StyledText(shownViewModel.description, .media), width: max(1, width))
    // The description gets at most a third of the height.
    let textHeight = min(lines.count, max(1, area.height / 3))
    let gap = area.height - textHeight > 6 ? 1 : 0
    let picture = area.inset(bottom: textHeight + gap)
    presenter.availableSizeDidChange(width: picture.width, height: picture.height)
    draw(shownViewModel.content, on: &canvas, in: picture, textWidth: width, margin)
    scrollableText.draw(
      lines, on: &canvas,
      in: Rect(
        row: area.row + area.height - textHeight, column: area.column + margin, width: width, height: textHeight))
  }

  private func draw(
    _ content: PictureViewModel.Content, on canvas: inout Canvas, in area: Rect, textWidth: Int, _ margin: Int
  ) {
    switch content {
    case .picture(let image):
      canvas.draw(
        image, row: area.row + max(0, (area.height - image.size.height) / 2),
        column: area.column + max(0, (area.width - image.size.width) / 2), in: area)
    case .waiting(let text): draw(text, .muted, on: &canvas, in: area, textWidth, margin)
    case .sentence(let text, let isFailure):
      draw(text, isFailure ? .failure : .notice, on: &canvas, in: area, textWidth, margin)
    }
  }

  /// Draws text slightly above the middle of the area.
  private func draw(
    _ text: String, _ style: Style, on canvas: inout Canvas, in area: Rect, _ width: Int, _ margin: Int
  ) {
    let lines = TextLayout.wrap(StyledText(text, style), width: max(1, width)).prefix(max(0, area.height))
    let top = area.row + max(0, (area.height - lines.count) * 2 / 5)
    for (offset, line) in lines.enumerated() {
      canvas.draw(line, row: top + offset, column: area.column + margin, width: width)
    }
  }
}

// MARK: - Presenter updates

extension PictureViewController: PictureViewing {
  func showHeader(_ header: PictureHeader) {
    pictureHeader = header
    needsDisplay?()
  }

  func show(_ viewModel: PictureViewModel) {
    // Scroll back to the start of the description of another picture.
    if viewModel.description != shownViewModel.description { scrollableText = ScrollableText() }
    shownViewModel = viewModel
    needsDisplay?()
  }

  func showStatus(_ status: String) {
    self.status = status
    needsDisplay?()
  }

  func showNotice(_ notice: NoticeViewModel) {
    noticeLine.show(notice)
    needsDisplay?()
  }
}
