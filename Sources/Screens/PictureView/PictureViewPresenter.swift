import Domain
import EmptyState
import PostCell
import Runtime
import TerminalKit

/// Loads the selected picture in the available size and decides what the screen shows.
@MainActor
final class PictureViewPresenter {
  /// The state of the selected picture.
  private enum Content {
    case waiting
    case picture(CellImage, PixelSize, isAnimated: Bool)
    case notDownloaded(host: String?)
    case failed(PictureFailure, whileFetching: Bool)
    /// Media that Tern cannot draw, and its location.
    case notDrawable(Result<MediaLocation, MediaFailure>)
  }

  weak var view: (any PictureViewing)?
  private let dependencies: PictureViewDependencies
  private let pictures: [PostPicture]
  private var index = 0
  private var content = Content.waiting
  /// Whether the picture is being downloaded.
  private var isFetching = false
  /// The failure of the attempt that is being repeated.
  private var retriedFailure: PictureFailure?
  /// Whether the user left the screen during a request.
  private var wasInterrupted = false
  private var availableSize: (width: Int, height: Int)?
  private let loading: LoadTask
  /// Whether automatic downloads were not explained before this screen.
  private let explainsFetching: Bool
  /// Starts another program and observes whether it fails.
  private var playing: Task<Void, Never>?

  init(dependencies: PictureViewDependencies) {
    self.dependencies = dependencies
    pictures = dependencies.post.pictures
    explainsFetching = !dependencies.pictures.hasExplainedFetching
    loading = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
  }

  deinit { playing?.cancel() }

  private var picture: PostPicture? { pictures.indices.contains(index) ? pictures[index] : nil }
  private var keymap: Keymap { dependencies.keymap.value }
}

// MARK: - Rendering

extension PictureViewPresenter {
  private func render() {
    guard let view, let picture else { return }
    let user = dependencies.account.profile
    let kind = PictureText.kind(picture.media.kind)
    let title = kind.prefix(1).uppercased() + kind.dropFirst()
    view.showHeader(
      PictureHeader(
        title: dependencies.post.author.map { "\(title) by \($0.displayName)" } ?? title, account: user.nameAndLabel,
        label: user.label))
    view.show(viewModel(of: picture))
    view.showStatus(status)
  }

  private var status: String {
    var parts = pictures.count > 1 ? ["\(index + 1) of \(pictures.count)"] : []
    if case .picture(_, let size, let isAnimated) = content {
      parts.append("\(size.width) × \(size.height)")
      if isAnimated { parts.append(PictureText.animated(keymap)) }
    }
    return parts.joined(separator: " · ")
  }

  private func viewModel(of picture: PostPicture) -> PictureViewModel {
    var fetchTitle: String?
    let shown: PictureViewModel.Content
    switch content {
    case .waiting:
      let text = isFetching ? "Downloading the picture…" : "Loading the picture…"
      shown = .waiting(loading.isSlow ? text + WaitingTime.ending(seconds: loading.seconds) : "")
    case .picture(let image, _, _): shown = .picture(image)
    case .notDownloaded(let host):
      shown = .sentence(notDownloadedText(host: host), isFailure: false)
      fetchTitle = mayFetch ? host.map { "download from \($0)" } : nil
    case .failed(let failure, _): shown = .sentence(failure.sentence, isFailure: true)
    case .notDrawable(let location):
      let text = PictureText.notDrawable(picture.media, location, player: player, dependencies.account.origin, keymap)
      shown = .sentence(text, isFailure: false)
    }
    let kind = PictureText.kind(picture.media.kind)
    return PictureViewModel(
      content: shown, description: PictureText.description(picture.media), hasNext: index + 1 < pictures.count,
      hasPrevious: index > 0, fetchTitle: fetchTitle,
      openTitle: picture.media.kind == .image && !canPlay && picture.media.url != nil
        ? "open the \(kind) in another program" : nil,
      playTitle: canPlay ? "play the \(kind) in another program" : nil)
  }

  private var mayFetch: Bool { dependencies.pictures.fetching.value != .never }

  /// The first time, it mentions automatic downloads.
  private func notDownloadedText(host: String?) -> String {
    let text = PictureText.notDownloaded(
      host: host, mayFetch: mayFetch, dependencies.account.origin, keymap)
    return host != nil && mayFetch && explainsFetching ? "\(text) \(PictureText.automaticDownloads)" : text
  }

  private var canPlay: Bool {
    switch content {
    case .picture(_, _, let isAnimated): isAnimated
    case .notDrawable(.success): true
    case .waiting, .notDownloaded, .failed, .notDrawable(.failure): false
    }
  }

  /// The name of the player from the settings; nil if none is set.
  private var player: String? { dependencies.player().first.map(PictureText.displayName) }
}

// MARK: - Loading

extension PictureViewPresenter {
  /// Loads the selected picture in the available size. Supersedes a running request.
  /// - Parameters:
  ///   - fetching: whether to download it first.
  ///   - keepsContent: whether the current content stays on screen until then.
  private func load(fetching: Bool = false, keepsContent: Bool = false) {
    guard let picture else { return }
    // A picture can only be drawn once the available size is known.
    guard availableSize != nil || ![.image, .gif].contains(picture.media.kind) else { return }
    isFetching = fetching
    guard picture.media.kind == .image else { return loadLocation(of: picture, keepsContent: keepsContent) }
    if !keepsContent { content = .waiting }
    loading.start { [weak self, dependencies] in
      do throws(PictureFailure) {
        if fetching {
          try await dependencies.showPicture.fetch(picture)
          dependencies.pictures.didStore(picture)
        }
        guard !Task.isCancelled else { return }
        self?.isFetching = false
        // The available size may have changed during the download.
        guard let availableSize = self?.availableSize else { return }
        let request = PictureRequest(
          width: availableSize.width, height: availableSize.height, style: dependencies.style())
        let drawn = try await dependencies.showPicture(picture, request)
        guard !Task.isCancelled else { return }
        self?.accept(drawn, picture, wasFetched: fetching)
      } catch {
        guard !Task.isCancelled else { return }
        self?.finish(with: .failed(error, whileFetching: fetching))
      }
    } whenSlow: { [weak self] in
      self?.render()
    } eachSecond: { [weak self] in
      self?.render()
    }
  }

  /// Finds out where a video or audio file is. An animation that is stored as a picture is drawn.
  private func loadLocation(of picture: PostPicture, keepsContent: Bool) {
    if !keepsContent { content = .waiting }
    loading.start { [weak self, dependencies] in
      let location: Result<MediaLocation, MediaFailure>
      do throws(MediaFailure) {
        location = .success(try await dependencies.playMedia.location(of: picture))
      } catch {
        location = .failure(error)
      }
      if picture.media.kind == .gif, case .success(.stored) = location, let availableSize = self?.availableSize {
        let request = PictureRequest(
          width: availableSize.width, height: availableSize.height, style: dependencies.style())
        let drawn = try? await dependencies.showPicture(picture, request)
        guard !Task.isCancelled else { return }
        if let drawn {
          self?.accept(drawn, picture)
          return
        }
      }
      guard !Task.isCancelled else { return }
      self?.finish(with: .notDrawable(location))
    } whenSlow: { [weak self] in
      self?.render()
    } eachSecond: { [weak self] in
      self?.render()
    }
  }

  private func accept(_ drawn: DrawnPicture?, _ picture: PostPicture, wasFetched: Bool = false) {
    guard let drawn else {
      let host = dependencies.showPicture.host(of: picture)
      if host != nil, !wasFetched, dependencies.pictures.fetching.value == .auto { return load(fetching: true) }
      if host != nil, mayFetch { dependencies.pictures.didExplainFetching() }
      return finish(with: .notDownloaded(host: host))
    }
    guard let image = CellImage(drawn) else {
      return finish(with: .failed(.decoderFailed("it drew nothing"), whileFetching: false))
    }
    finish(with: .picture(image, drawn.pixels, isAnimated: drawn.isAnimated))
  }

  private func finish(with content: Content) {
    loading.cancel()
    isFetching = false
    self.content = content
    render()
    if case .failed(let failure, _) = content, failure == retriedFailure {
      view?.showNotice(NoticeViewModel(text: "Tried again: same error.", severity: .failure))
    }
    retriedFailure = nil
  }

  private func select(_ new: Int) {
    guard pictures.indices.contains(new), new != index else { return }
    loading.cancel()
    retriedFailure = nil
    index = new
    load()
    render()
  }
}

// MARK: - User events

extension PictureViewPresenter: PicturePresentation {
  func viewDidLoad() {
    load()
    render()
  }

  func viewDidAppear() {
    if wasInterrupted { load(fetching: isFetching, keepsContent: true) }
    wasInterrupted = false
  }

  func viewWillDisappear() {
    wasInterrupted = loading.isRunning
    loading.cancel()
  }

  func settingsDidChange() {
    if !isFetching { load(keepsContent: true) }
    render()
  }

  func availableSizeDidChange(width: Int, height: Int) {
    guard availableSize?.width != width || availableSize?.height != height else { return }
    availableSize = (width, height)
    switch content {
    // A download is drawn in the size that is available when it ends.
    case .waiting where isFetching: break
    case .waiting: load()
    case .picture: load(keepsContent: true)
    case .notDownloaded, .failed, .notDrawable: break
    }
  }

  func showNext() { select(index + 1) }
  func showPrevious() { select(index - 1) }

  func fetch() {
    guard case .notDownloaded(.some) = content, mayFetch else { return }
    load(fetching: true)
    render()
  }

  func reload() {
    if case .failed(let failure, let wasFetching) = content {
      retriedFailure = failure
      load(fetching: wasFetching)
    } else {
      load()
    }
    render()
  }

  func openExternally() { play(with: []) }

  func play() {
    if canPlay { play(with: dependencies.player()) }
  }

  /// - Parameter player: the program and its first arguments; empty for the system's default program.
  private func play(with player: [String]) {
    guard let picture else { return }
    playing?.cancel()
    playing = dependencies.runner.start(for: self) { [weak self, dependencies] in
      do throws(MediaFailure) {
        let location = try await dependencies.playMedia.location(of: picture)
        let text = PictureText.opening(picture.media, location, player: player.first.map(PictureText.displayName))
        self?.view?.showNotice(NoticeViewModel(text: text))
        try await dependencies.playMedia.play(location, with: player)
      } catch {
        guard !Task.isCancelled else { return }
        self?.view?.showNotice(NoticeViewModel(text: PictureText.sentence(of: error), severity: .failure))
      }
    }
  }
}
