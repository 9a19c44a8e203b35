import EmptyState
import TerminalKit

/// Draws a picture with its description below, and forwards commands to the presenter.
@MainActor
final class PictureViewController: ViewController {
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
    noticeLine.visibleNotice?.screenNotice
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
    let column = area.textColumn
    let lines = TextLayout.wrap(StyledText(shownViewModel.description, .media), width: max(1, column.width))
    // The description gets at most a third of the height.
    let textHeight = min(lines.count, max(1, area.height / 3))
    let gap = area.height - textHeight > 6 ? 1 : 0
    let available = area.inset(bottom: textHeight + gap)
    presenter.availableSizeDidChange(width: available.width, height: available.height)
    let picture = draw(shownViewModel.content, on: &canvas, in: available)
    // The description begins below the left edge of the picture if it fits there.
    let textWidth = lines.map { TextLayout.width(of: $0.plain) }.max() ?? 0
    let start = max(column.column, min(picture.column, area.column + area.width - 1 - textWidth))
    scrollableText.draw(
      lines, on: &canvas,
      in: Rect(row: picture.row + picture.height + gap, column: start, width: textWidth, height: textHeight))
  }

  /// - Returns: the space of the picture or of the text in its place.
  private func draw(_ content: PictureViewModel.Content, on canvas: inout Canvas, in area: Rect) -> Rect {
    switch content {
    case .picture(let image):
      let size = image.size
      let place = Rect(
        row: area.row + max(0, (area.height - size.height) / 2),
        column: area.column + max(0, (area.width - size.width) / 2), width: size.width,
        height: min(size.height, area.height))
      canvas.draw(image, row: place.row, column: place.column, in: area)
      return place
    case .waiting(let text): return draw(text, .muted, on: &canvas, in: area)
    case .sentence(let text, let isFailure): return draw(text, isFailure ? .failure : .muted, on: &canvas, in: area)
    }
  }

  /// Draws text slightly above the middle of the area.
  private func draw(_ text: String, _ style: Style, on canvas: inout Canvas, in area: Rect) -> Rect {
    let column = area.textColumn
    let lines = TextLayout.wrap(StyledText(text, style), width: max(1, column.width)).prefix(max(0, area.height))
    let place = column.inset(top: max(0, (area.height - lines.count) * 2 / 5))
    for (offset, line) in lines.enumerated() {
      canvas.draw(line, row: place.row + offset, column: place.column, width: place.width)
    }
    return Rect(row: place.row, column: place.column, width: place.width, height: lines.count)
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
