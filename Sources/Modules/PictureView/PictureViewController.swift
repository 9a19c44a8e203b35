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
  private var shown = PictureViewModel(
    content: .waiting(""), description: "", hasNext: false, hasPrevious: false)
  private var status = ""
  private var noticeLine = NoticeLine()
  private var pager = ScrollableText()

  init(presenter: any PicturePresentation) {
    self.presenter = presenter
  }

  var header: ScreenHeader? {
    ScreenHeader(.title(pictureHeader.title), account: pictureHeader.account, label: pictureHeader.label)
  }

  var notice: ScreenNotice? {
    noticeLine.shown.map { ScreenNotice(text: $0.text, isFailure: $0.isFailure) }
  }

  var bottomLine: BottomLine { .status(status) }

  var availableCommands: [AvailableCommand] {
    var availableCommands: [AvailableCommand] = []
    if let title = shown.fetchTitle {
      availableCommands.append(
        AvailableCommand(PictureCommands.fetch, title: title, hint: "download") { [presenter] in presenter.fetch() })
    }
    if let title = shown.playTitle {
      availableCommands.append(
        AvailableCommand(PictureCommands.play, title: title, hint: "play") { [presenter] in presenter.play() })
    }
    if shown.hasNext {
      availableCommands.append(
        AvailableCommand(PictureCommands.next, hint: "next") { [presenter] in presenter.showNext() })
    }
    if shown.hasPrevious {
      availableCommands.append(
        AvailableCommand(PictureCommands.previous, hint: "previous") { [presenter] in presenter.showPrevious() })
    }
    if let title = shown.openTitle {
      availableCommands.append(
        AvailableCommand(PictureCommands.openElsewhere, title: title, hint: "open") { [presenter] in
          presenter.openElsewhere()
        })
    }
    let isFailure = if case .sentence(_, isFailure: true) = shown.content { true } else { false }
    availableCommands.append(
      AvailableCommand(SourceCommands.refresh, title: "refresh", hint: isFailure ? "try again" : nil) {
        [presenter] in
        presenter.reload()
      })
    return availableCommands + pager.availableCommands
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
    let lines = TextLayout.wrap(StyledText(shown.description, .media), width: max(1, width))
    // The description gets at most a third of the height.
    let textHeight = min(lines.count, max(1, area.height / 3))
    let gap = area.height - textHeight > 6 ? 1 : 0
    let picture = area.inset(bottom: textHeight + gap)
    presenter.availableSizeDidChange(width: picture.width, height: picture.height)
    draw(shown.content, on: &canvas, in: picture, textWidth: width, margin)
    pager.draw(
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
    case .waiting(let words): draw(words, .muted, on: &canvas, in: area, textWidth, margin)
    case .sentence(let words, let isFailure):
      draw(words, isFailure ? .failure : .notice, on: &canvas, in: area, textWidth, margin)
    }
  }

  /// Draws a text slightly above the middle of the area.
  private func draw(
    _ words: String, _ style: Style, on canvas: inout Canvas, in area: Rect, _ width: Int, _ margin: Int
  ) {
    let lines = TextLayout.wrap(StyledText(words, style), width: max(1, width)).prefix(max(0, area.height))
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

  func showPicture(_ viewModel: PictureViewModel) {
    // Scroll back to the start of the description of another picture.
    if viewModel.description != shown.description { pager = ScrollableText() }
    shown = viewModel
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
