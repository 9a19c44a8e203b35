import Domain
import EmptyState
import PostCell
import Runtime
import TerminalKit

/// Decides which picture stands there, and asks for it in the size that there is room for.
@MainActor
final class PictureViewPresenter {
  /// What is known of the picture that stands there.
  private enum Content {
    case waiting
    case picture(CellImage, PixelSize, moves: Bool)
    case notKept(host: String?)
    case failed(PictureFailure, whileFetching: Bool)
    /// It is none that can be drawn, and is there.
    case elsewhere(Result<MediaLocation, MediaFailure>)
  }

  weak var view: (any PictureViewing)?
  private let dependencies: PictureViewDependencies
  private let pictures: [PostPicture]
  private var index = 0
  private var content = Content.waiting
  /// Whether it is fetched, and not only drawn.
  private var isFetching = false
  /// What is tried once more.
  private var retried: PictureFailure?
  /// Whether the screen was left while it waited for an answer.
  private var wasInterrupted = false
  private var room: (width: Int, height: Int)?
  private let loading: LoadTask
  /// Hears how the person's own program begins.
  private var playing: Task<Void, Never>?

  init(dependencies: PictureViewDependencies) {
    self.dependencies = dependencies
    pictures = dependencies.post.pictures
    loading = LoadTask(clock: dependencies.clock, runner: dependencies.runner)
  }

  deinit { playing?.cancel() }

  private var picture: PostPicture? { pictures.indices.contains(index) ? pictures[index] : nil }
  private var keymap: Keymap { dependencies.keymap.value }
}

// MARK: - What stands on the screen

extension PictureViewPresenter {
  private func render() {
    guard let view, let picture else { return }
    let reader = dependencies.account.profile
    let kind = PictureText.kind(picture.media.kind)
    let title = kind.prefix(1).uppercased() + kind.dropFirst()
    view.showHeader(
      PictureHeader(
        title: dependencies.post.author.map { "\(title) by \($0.displayName)" } ?? title, account: reader.nameAndLabel,
        label: reader.label))
    view.showPicture(viewModel(of: picture))
    view.showStatus(status)
  }

  private var status: String {
    var parts = pictures.count > 1 ? ["\(index + 1) of \(pictures.count)"] : []
    if case .picture(_, let size, let moves) = content {
      parts.append("\(size.width) × \(size.height)")
      if moves { parts.append(PictureText.moves(keymap)) }
    }
    return parts.joined(separator: " · ")
  }

  private func viewModel(of picture: PostPicture) -> PictureViewModel {
    var fetchTitle: String?
    let shown: PictureViewModel.Content
    switch content {
    case .waiting:
      let words = isFetching ? "Fetching the picture…" : "Drawing the picture…"
      shown = .waiting(loading.isSlow ? words + WaitingTime.ending(seconds: loading.seconds) : "")
    case .picture(let image, _, _): shown = .picture(image)
    case .notKept(let host):
      shown = .sentence(PictureText.notKept(host: host, dependencies.account.origin, keymap), isFailure: false)
      fetchTitle = host.map { "fetch it from \($0)" }
    case .failed(let failure, _): shown = .sentence(failure.sentence, isFailure: true)
    case .elsewhere(let place):
      let words = PictureText.elsewhere(picture.media, place, player: player, dependencies.account.origin, keymap)
      shown = .sentence(words, isFailure: false)
    }
    let kind = PictureText.kind(picture.media.kind)
    return PictureViewModel(
      content: shown, description: PictureText.description(picture.media), hasNext: index + 1 < pictures.count,
      hasPrevious: index > 0, fetchTitle: fetchTitle,
      openTitle: picture.media.kind == .image && !canPlay && picture.media.url != nil
        ? "open the \(kind) in your own program" : nil,
      playTitle: canPlay ? "play the \(kind) in your own program" : nil)
  }

  private var canPlay: Bool {
    switch content {
    case .picture(_, _, let moves): moves
    case .elsewhere(.success): true
    case .waiting, .notKept, .failed, .elsewhere(.failure): false
    }
  }

  /// What the person has set to play films and sounds, by its name; nil where they have set nothing.
  private var player: String? { dependencies.player().first.map(PictureText.shown) }
}

// MARK: - Loading

extension PictureViewPresenter {
  /// Asks for the picture that stands there, as large as there is room; supersedes what is being asked.
  /// - Parameter keepsShown: whether what stands there stays until the answer is there.
  private func load(fetching: Bool = false, keepsShown: Bool = false) {
    guard let picture else { return }
    // What may be drawn waits until there is room.
    guard room != nil || ![.image, .gif].contains(picture.media.kind) else { return }
    isFetching = fetching
    guard picture.media.kind == .image else { return find(picture, keepsShown: keepsShown) }
    if !keepsShown { content = .waiting }
    loading.start { [weak self, dependencies] in
      do throws(PictureFailure) {
        if fetching { try await dependencies.showPicture.fetch(picture) }
        guard !Task.isCancelled else { return }
        self?.isFetching = false
        // There may be another room by now.
        guard let room = self?.room else { return }
        let request = PictureRequest(width: room.width, height: room.height, look: dependencies.look())
        let drawn = try await dependencies.showPicture(picture, request)
        guard !Task.isCancelled else { return }
        self?.accept(drawn, picture)
      } catch {
        guard !Task.isCancelled else { return }
        self?.end(with: .failed(error, whileFetching: fetching))
      }
    } whenSlow: { [weak self] in
      self?.render()
    } eachSecond: { [weak self] in
      self?.render()
    }
  }

  /// Finds out where a film or a sound is; an animation that is a picture is drawn.
  private func find(_ picture: PostPicture, keepsShown: Bool) {
    if !keepsShown { content = .waiting }
    loading.start { [weak self, dependencies] in
      let place: Result<MediaLocation, MediaFailure>
      do throws(MediaFailure) {
        place = .success(try await dependencies.playMedia.place(of: picture))
      } catch {
        place = .failure(error)
      }
      if picture.media.kind == .gif, case .success(.kept) = place, let room = self?.room {
        let request = PictureRequest(width: room.width, height: room.height, look: dependencies.look())
        let drawn = try? await dependencies.showPicture(picture, request)
        guard !Task.isCancelled else { return }
        if let drawn { return self?.accept(drawn, picture) ?? () }
      }
      guard !Task.isCancelled else { return }
      self?.end(with: .elsewhere(place))
    } whenSlow: { [weak self] in
      self?.render()
    } eachSecond: { [weak self] in
      self?.render()
    }
  }

  private func accept(_ drawn: DrawnPicture?, _ picture: PostPicture) {
    guard let drawn else { return end(with: .notKept(host: dependencies.showPicture.host(of: picture))) }
    guard let image = CellImage(drawn) else {
      return end(with: .failed(.decoderFailed("it drew nothing"), whileFetching: false))
    }
    end(with: .picture(image, drawn.pixels, moves: drawn.moves))
  }

  private func end(with content: Content) {
    loading.cancel()
    isFetching = false
    self.content = content
    render()
    if case .failed(let failure, _) = content, failure == retried {
      view?.showNotice(NoticeViewModel(text: "Tern has tried again, and it is the same.", isFailure: true))
    }
    retried = nil
  }

  private func go(to new: Int) {
    guard pictures.indices.contains(new), new != index else { return }
    loading.cancel()
    retried = nil
    index = new
    load()
    render()
  }
}

// MARK: - What the person does

extension PictureViewPresenter: PicturePresentation {
  func viewDidLoad() {
    load()
    render()
  }

  func viewDidAppear() {
    if wasInterrupted { load(fetching: isFetching, keepsShown: true) }
    wasInterrupted = false
  }

  func viewWillDisappear() {
    wasInterrupted = loading.isRunning
    loading.cancel()
  }

  func settingsDidChange() {
    if !isFetching { load(keepsShown: true) }
    render()
  }

  func roomDidChange(width: Int, height: Int) {
    guard room?.width != width || room?.height != height else { return }
    room = (width, height)
    switch content {
    // What is being fetched is drawn in the size that there is room for then.
    case .waiting where isFetching: break
    case .waiting: load()
    case .picture: load(keepsShown: true)
    case .notKept, .failed, .elsewhere: break
    }
  }

  func showNext() { go(to: index + 1) }
  func showPrevious() { go(to: index - 1) }

  func fetch() {
    guard case .notKept(.some) = content else { return }
    load(fetching: true)
    render()
  }

  func reload() {
    if case .failed(let failure, let wasFetching) = content {
      retried = failure
      load(fetching: wasFetching)
    } else {
      load()
    }
    render()
  }

  func openElsewhere() { play(with: []) }

  func play() {
    if canPlay { play(with: dependencies.player()) }
  }

  /// - Parameter player: of nothing, the system's own program is meant.
  private func play(with player: [String]) {
    guard let picture else { return }
    playing?.cancel()
    playing = dependencies.runner.start(for: self) { [weak self, dependencies] in
      do throws(MediaFailure) {
        let place = try await dependencies.playMedia.place(of: picture)
        let words = PictureText.opening(picture.media, place, player: player.first.map(PictureText.shown))
        self?.view?.showNotice(NoticeViewModel(text: words))
        try await dependencies.playMedia.play(place, with: player)
      } catch {
        guard !Task.isCancelled else { return }
        self?.view?.showNotice(NoticeViewModel(text: PictureText.sentence(of: error), isFailure: true))
      }
    }
  }
}
