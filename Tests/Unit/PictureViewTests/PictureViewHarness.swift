import Domain
import Runtime
import ScreenSupport
import Synchronization
import TerminalKit
import TestSupport
import Testing

@testable import PictureView

/// Draws pictures of one letter and records the requests.
final class StubShowPicture: ShowPictureUseCase {
  struct State {
    var kept: Set<String>
    var failure: PictureFailure?
    var requests: [PictureRequest] = []
    var fetched: [String] = []
    /// The duration of a download.
    var secondsToFetch = 0.0
  }

  let state: Mutex<State>
  private let clock: VirtualClock
  private let seconds: Double

  init(kept: Set<String>, after seconds: Double, clock: VirtualClock) {
    state = Mutex(State(kept: kept))
    self.clock = clock
    self.seconds = seconds
  }

  func callAsFunction(
    _ picture: PostPicture, _ request: PictureRequest
  ) async throws(PictureFailure) -> DrawnPicture? {
    do { if seconds > 0 { try await clock.sleep(seconds: seconds) } } catch { throw .cancelled }
    let url = picture.media.url ?? ""
    let (failure, isKept) = state.withLock { state in
      state.requests.append(request)
      return (state.failure, state.kept.contains(url))
    }
    if let failure { throw failure }
    guard isKept, let letter = url.unicodeScalars.last else { return nil }
    let (width, height) = (request.width, max(1, request.height / 2))
    let cell = DrawnPicture.Cell(character: letter, foreground: 0xFF0000)
    return DrawnPicture(
      width: width, height: height, cells: Array(repeating: cell, count: width * height),
      pixels: PixelSize(width: 640, height: 480), isAnimated: letter == "M")
  }

  func isStored(_ picture: PostPicture) async -> Bool {
    state.withLock { $0.kept.contains(picture.media.url ?? "") }
  }

  func host(of picture: PostPicture) -> String? { picture.media.url.map { _ in "files.example" } }

  func fetch(_ picture: PostPicture) async throws(PictureFailure) {
    let seconds = state.withLock { state in
      state.fetched.append(picture.media.url ?? "")
      return state.secondsToFetch
    }
    do { if seconds > 0 { try await clock.sleep(seconds: seconds) } } catch { throw .cancelled }
    let failure = state.withLock { state in
      state.kept.insert(picture.media.url ?? "")
      return state.failure
    }
    if let failure { throw failure }
  }
}

/// Records what it is asked to play.
final class StubPlayer: MediaPlayer {
  struct Call: Hashable {
    var location: MediaLocation
    var command: [String]
  }

  let calls = Mutex<[Call]>([])
  let failure = Mutex<MediaFailure?>(nil)

  func play(_ location: MediaLocation, with command: [String]) async throws(MediaFailure) {
    calls.withLock { $0.append(Call(location: location, command: command)) }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}

/// A cache of stored pictures.
struct StubPictures: PictureRepository {
  let kept: Set<String>

  func storedPicture(for picture: PostPicture) async -> StoredPicture? {
    picture.media.url.flatMap { kept.contains($0) ? StoredPicture(path: "/kept/\($0.suffix(1))") : nil }
  }

  func host(of picture: PostPicture) -> String? { nil }
  func fetch(_ picture: PostPicture) async throws(PictureFailure) -> StoredPicture { throw .noAddress }
}

/// The screen with its dependencies on a virtual clock.
@MainActor
final class PictureViewHarness {
  let clock = VirtualClock(now: .noon)
  let runner = TaskRunner()
  let navigator = Navigator()
  let show: StubShowPicture
  let opener = SpyLinkOpener()
  let player = StubPlayer()
  var command: [String] = []
  /// When pictures are downloaded.
  let fetching = Observed(PictureFetching.ask)
  private(set) lazy var pictureLists = PostPictures(fetching: fetching, clock: clock, runner: runner)
  private let pictures: StubPictures
  private let isOffline: Bool
  private let account: Account
  private let post: Post
  private var size = Size(width: 60, height: 20)

  init(
    _ media: [Media], kept: Set<String> = [], after seconds: Double = 0, isOffline: Bool = false,
    account: Account = .fixture()
  ) {
    pictures = StubPictures(kept: kept)
    self.isOffline = isOffline
    self.account = account
    show = StubShowPicture(kept: kept, after: seconds, clock: clock)
    post = .fixture(media: media)
  }

  func open(_ width: Int = 60, _ height: Int = 20) async -> Self {
    navigator.handle(.resize(Size(width: width, height: height)))
    size = Size(width: width, height: height)
    navigator.setRoot(screen())
    await settle()
    return self
  }

  func screen() -> any ViewController {
    PictureViewAssembly.make(
      dependencies: PictureViewDependencies(
        post: post, account: account, showPicture: show,
        playMedia: PlayMedia(
          pictures: pictures, player: player, openLink: OpenLink(opener: opener), isOffline: isOffline),
        player: { [weak self] in self?.command ?? [] }, style: { PictureStyle() },
        pictures: pictureLists, clock: clock, runner: runner))
  }

  /// Draws like the program, and again after the loads that the first drawing started.
  func settle() async {
    for _ in 0..<2 {
      await clock.settle(runner)
      _ = navigator.draw(size: size)
    }
    await clock.settle(runner)
  }

  var text: String { navigator.draw(size: size).text }

  func press(_ key: Key) async {
    navigator.handle(key)
    await settle()
  }
}
