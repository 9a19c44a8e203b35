import Domain
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Observes which pictures lists can draw.
@MainActor
public protocol PostPicturesObserver: AnyObject {
  /// Pictures were stored or removed.
  /// - Parameter posts: the posts with these pictures; nil if they are custom emoji or avatars, which any post may
  ///   have.
  func picturesDidChange(of posts: Set<PostRef>?)
}

/// The pictures that lists draw: those below posts, custom emoji and avatars. They are loaded off the main thread while
/// they are on the screen: a few at a time, after the user has stopped scrolling for a moment.
@MainActor
public final class PostPictures {
  /// A picture in one size and style.
  private struct Key: Hashable {
    let id: PictureID
    let request: PictureRequest
  }

  /// A picture on the screen.
  private struct Visible {
    let key: Key
    let picture: PostPicture

    var isEmoji: Bool {
      picture.post.id == SmallPicture.postID && key.request.height == InlineImage.size.height
    }
  }

  /// A screen that draws pictures.
  private struct Screen {
    weak var owner: AnyObject?
    var pictures: [Visible]
    let redraw: @MainActor () -> Void
  }

  private static let maxBytes = 64 << 20
  private static let maxLoads = 3
  /// In seconds. Also the time for which loaded custom emoji are collected before lists are laid out with them.
  private static let standardDelay = 0.1
  /// The time in seconds after which a failed picture is requested again when it is drawn.
  private static let retryDelay = 60.0
  private static let maxFailures = 1_000

  /// When pictures are downloaded.
  public let fetching: Observed<PictureFetching>
  /// Whether avatars are drawn.
  public let avatars: Observed<Bool>
  /// Makes the use case for the pictures of an account; nil if it has none.
  public var source: (AccountID) -> (any ShowPictureUseCase)? = { _ in nil }

  private let style: () -> PictureStyle
  private let delay: Double
  private let clock: any WallClock
  private let runner: TaskRunner
  private let known: KnownPictures
  private var sources: [AccountID: any ShowPictureUseCase] = [:]
  private var images: PictureImageCache<Key>
  private var failures: [PictureID: (failure: PictureFailure, at: Date)] = [:]
  private var screens: [ObjectIdentifier: Screen] = [:]
  private var loads: [Key: Task<Void, Never>] = [:]
  /// The number of unfinished loads, including cancelled ones.
  private var loadCount = 0
  /// The pictures being downloaded.
  private var downloads: Set<PictureID> = []
  private let sharedDownloads = SingleFlight<PictureID, PictureFailure?>()
  /// Waits until the user has stopped scrolling.
  private var pause: Task<Void, Never>?
  /// Waits for more custom emoji before it announces them.
  private var emojiReport: Task<Void, Never>?
  private var observers = WeakObservers<any PostPicturesObserver>()
  /// Whether automatic downloads were explained to the user.
  public private(set) var hasExplainedFetching = false

  /// - Parameters:
  ///   - style: returns the current style of pictures in this terminal.
  ///   - delay: the delay between the last scrolling and the loading of pictures, in seconds; 0 to load them
  ///     immediately, nil for the default.
  ///   - maxBytes: the limit of drawn pictures in memory. Those on the screen may exceed it.
  public init(
    fetching: Observed<PictureFetching> = Observed(.ask), avatars: Observed<Bool> = Observed(false),
    style: @escaping () -> PictureStyle = { PictureStyle() }, clock: any WallClock, runner: TaskRunner,
    delay: Double? = nil, maxBytes: Int? = nil
  ) {
    (self.fetching, self.avatars, self.style, self.clock, self.runner) = (fetching, avatars, style, clock, runner)
    self.delay = delay ?? Self.standardDelay
    images = PictureImageCache(maxBytes: maxBytes ?? Self.maxBytes)
    known = KnownPictures(runner: runner)
    known.announcesMissing = { [weak self] in self?.explainsFetching == true }
    known.storageDidChange = { [weak self] posts in
      self?.notifyObservers(of: posts.contains { $0.id == SmallPicture.postID } ? nil : posts)
    }
  }

  deinit {
    pause?.cancel()
    emojiReport?.cancel()
    for load in loads.values { load.cancel() }
  }

  public func add(_ observer: any PostPicturesObserver) {
    observers.add(observer)
  }

  private func notifyObservers(of posts: Set<PostRef>?) {
    observers.notify { $0.picturesDidChange(of: posts) }
  }
}

// MARK: - Which pictures are drawn

extension PostPictures {
  /// The pictures of a post that a list draws: the stored ones, and with `auto` those that can be downloaded. Observers
  /// are notified when one turns out to be stored.
  public func pictures(of post: Post) -> [PostCellViewModel.Picture] {
    guard fetching.value != .never, !post.media.isEmpty else { return [] }
    return post.pictures.enumerated().compactMap { number, picture in
      isDrawn(picture, of: post) ? PostCellViewModel.Picture(number: number, size: picture.media.size) : nil
    }
  }

  /// Adds the pictures that a list draws to the cell of a post.
  public func addImages(of post: Post, to cell: PostCellViewModel) -> PostCellViewModel {
    var cell = cell
    cell.images = images(of: post, in: cell.density)
    return cell
  }

  /// Whether a list shows only the description of a picture that the user can download. It is offered until the user
  /// has seen how pictures are downloaded.
  public func offersDownload(of post: Post) -> Bool {
    guard explainsFetching, post.warning == nil else { return false }
    return post.pictures.contains { picture in
      guard picture.media.kind == .image, !picture.media.isSensitive, let source = source(of: picture.preview) else {
        return false
      }
      return known.isMissing(picture.preview, source) && known.isDownloadable(picture.preview, source)
    }
  }

  private var explainsFetching: Bool { fetching.value == .ask && !hasExplainedFetching }

  /// Whether a picture is stored or can be downloaded now. Observers are notified when it turns out to be stored.
  func isAvailable(_ picture: PostPicture) -> Bool {
    let picture = picture.preview
    guard let source = source(of: picture) else { return false }
    return known.isStored(picture, source) || canDownload(picture, source)
  }

  /// The loaded picture in the current style, if any.
  func loadedImage(of picture: PostPicture, size: Size) -> CellImage? {
    PictureID(picture).flatMap { images.image(for: Key(id: $0, request: request(size))) }
  }

  /// Whether the terminal draws pixels and pictures are drawn at all.
  var drawsSmallPictures: Bool { fetching.value != .never && style().pixels != nil }

  private func isDrawn(_ picture: PostPicture, of post: Post) -> Bool {
    guard [.image, .gif].contains(picture.media.kind), !picture.media.isSensitive || post.warning != nil,
      isAvailable(picture)
    else { return false }
    return true
  }

  private func canDownload(_ picture: PostPicture, _ source: any ShowPictureUseCase) -> Bool {
    fetching.value == .auto && picture.media.kind == .image && known.isDownloadable(picture, source)
  }

  /// Called when a picture was downloaded on another screen.
  public func didStore(_ picture: PostPicture) {
    PictureID(picture).map { _ = failures.removeValue(forKey: $0) }
    known.setStored(true, picture, isAnnounced: true)
  }

  /// Called when automatic downloads were explained to the user.
  public func didExplainFetching() {
    guard !hasExplainedFetching else { return }
    hasExplainedFetching = true
    notifyObservers(of: nil)
  }

  func source(of picture: PostPicture) -> (any ShowPictureUseCase)? {
    guard let account = picture.post.account else { return nil }
    if let known = sources[account] { return known }
    let new = source(account)
    sources[account] = new
    return new
  }
}

// MARK: - Pictures on the screen

extension PostPictures {
  /// The content that a list draws for a picture.
  public func content(of picture: PostPicture, size: Size) -> PictureContent {
    guard let id = PictureID(picture) else { return .failure(PictureFailure.noAddress.sentence) }
    if let image = images.image(for: Key(id: id, request: request(size))) { return .image(image) }
    if let failure = failures[id]?.failure { return .failure(failure.sentence) }
    return .waiting(downloads.contains(id) ? "Downloading the picture…" : "")
  }

  /// Loads the pictures on a screen and cancels others.
  /// - Parameters:
  ///   - owner: the screen; not retained.
  ///   - redraw: called when the content of a picture has changed.
  public func show(
    _ pictures: [(picture: PostPicture, size: Size)], for owner: AnyObject, redraw: @escaping @MainActor () -> Void
  ) {
    let visible = pictures.compactMap { item in
      PictureID(item.picture).map {
        Visible(key: Key(id: $0, request: request(item.size)), picture: item.picture.preview)
      }
    }
    let screen = ObjectIdentifier(owner)
    let before = screens[screen]?.pictures.map(\.key) ?? []
    guard before != visible.map(\.key) else { return }
    screens[screen] = Screen(owner: owner, pictures: visible, redraw: redraw)
    visiblePicturesDidChange()
  }

  /// Cancels the loads of a screen that is no longer shown.
  public func hide(from owner: AnyObject) {
    guard screens.removeValue(forKey: ObjectIdentifier(owner)) != nil else { return }
    visiblePicturesDidChange()
  }

  private func request(_ size: Size) -> PictureRequest {
    PictureRequest(width: size.width, height: size.height, style: style())
  }

  private var visible: [Visible] { screens.values.flatMap { $0.owner == nil ? [] : $0.pictures } }

  /// The pictures to load, in the order of the screen.
  private var missing: [Visible] {
    visible.filter { !images.contains($0.key) && loads[$0.key] == nil && !hasFailed($0.key.id) }
  }

  private func hasFailed(_ id: PictureID) -> Bool {
    guard let failure = failures[id] else { return false }
    guard failure.failure.isTemporary else { return true }
    return clock.now.timeIntervalSince(failure.at) < Self.retryDelay
  }

  private func visiblePicturesDidChange() {
    screens = screens.filter { $0.value.owner != nil }
    let keys = Set(visible.map(\.key))
    for (key, load) in loads where !keys.contains(key) {
      load.cancel()
      loads[key] = nil
    }
    pause?.cancel()
    pause = nil
    guard !missing.isEmpty else { return }
    guard delay > 0 else { return startLoads() }
    pause = runner.start(for: self) { [weak self, clock, delay] in
      guard (try? await clock.sleep(seconds: delay)) != nil, !Task.isCancelled else { return }
      self?.startLoads()
    }
  }

  private func startLoads() {
    pause = nil
    for picture in missing where loadCount < Self.maxLoads && loads[picture.key] == nil { start(picture) }
  }

  private func start(_ visible: Visible) {
    guard let source = source(of: visible.picture) else { return }
    loadCount += 1
    loads[visible.key] = runner.start(for: self) { [weak self] in
      let result = await self?.load(visible, source)
      self?.finish(visible, result, isCancelled: Task.isCancelled)
    }
  }
}

// MARK: - Loading

extension PostPictures {
  /// - Returns: nil if the picture is not stored and is not downloaded.
  private func load(
    _ visible: Visible, _ source: any ShowPictureUseCase
  ) async -> Result<CellImage?, PictureFailure> {
    do throws(PictureFailure) {
      if let image = try await Self.image(of: visible.picture, visible.key.request, source) { return .success(image) }
      guard !Task.isCancelled, canDownload(visible.picture, source) else { return .success(nil) }
      try await download(visible.picture, visible.key.id, source)
      // Its space is on the screen already.
      known.setStored(true, visible.picture, isAnnounced: false)
      return .success(try await Self.image(of: visible.picture, visible.key.request, source))
    } catch {
      return .failure(error)
    }
  }

  private func download(
    _ picture: PostPicture, _ id: PictureID, _ source: any ShowPictureUseCase
  ) async throws(PictureFailure) {
    downloads.insert(id)
    redraw(id)
    let failure = await sharedDownloads.value(of: id) { () async -> PictureFailure? in
      do throws(PictureFailure) {
        try await source.fetch(picture)
        return nil
      } catch {
        return error
      }
    }
    downloads.remove(id)
    // No value: the request was cancelled.
    guard let failure else { throw .cancelled }
    if let failure { throw failure }
  }

  private nonisolated static func image(
    of picture: PostPicture, _ request: PictureRequest, _ source: any ShowPictureUseCase
  ) async throws(PictureFailure) -> CellImage? {
    guard let drawn = try await source(picture, request) else { return nil }
    guard let image = CellImage(drawn) else { throw .decoderFailed("it drew nothing") }
    return image
  }

  private func finish(_ visible: Visible, _ result: Result<CellImage?, PictureFailure>?, isCancelled: Bool) {
    loadCount -= 1
    // A cancelled load may have been replaced by another one of the same picture.
    if !isCancelled { loads[visible.key] = nil }
    switch result {
    case .success(let image?): images.insert(image, for: visible.key, visible: Set(self.visible.map(\.key)))
    case .success(nil) where !isCancelled:
      record(.unreadable("It is no longer stored"), of: visible.key.id)
      known.setStored(false, visible.picture, isAnnounced: true)
    case .failure(let failure) where !isCancelled: record(failure, of: visible.key.id)
    case .success, .failure, nil: break
    }
    if !isCancelled {
      redraw(visible.key.id)
      if visible.isEmoji { announceEmojis() }
    }
    if pause == nil { startLoads() }
  }

  /// Announces loaded custom emoji together, because lists are laid out again for them.
  private func announceEmojis() {
    guard emojiReport == nil else { return }
    emojiReport = runner.start(for: self) { [weak self, clock, delay] in
      if delay > 0 { try? await clock.sleep(seconds: delay) }
      guard !Task.isCancelled else { return }
      self?.emojiReport = nil
      self?.notifyObservers(of: nil)
    }
  }

  private func record(_ failure: PictureFailure, of id: PictureID) {
    if failures.count >= Self.maxFailures { failures = [:] }
    failures[id] = (failure, clock.now)
  }

  /// Redraws the screens that show a picture.
  private func redraw(_ id: PictureID) {
    for screen in screens.values where screen.pictures.contains(where: { $0.key.id == id }) { screen.redraw() }
  }
}

extension PictureFailure {
  /// Whether another attempt may succeed.
  fileprivate var isTemporary: Bool {
    switch self {
    case .notFetched, .tooSlow, .noMemory, .crashed, .decoderFailed, .cancelled: true
    case .unknownKind, .damaged, .tooManyPixels, .tooLarge, .noLibrary, .unreadable, .notPublic, .noAddress: false
    }
  }
}
