import Domain
import Runtime
import Synchronization

/// A server to sign in to, with delayed responses. It records its requests.
final class StubServer: SignInToServerUseCase {
  enum Event: Hashable {
    case begun(String), code(String), givenUp(String)
  }

  typealias Answer<Value> = Result<Value, ServerSignInError>

  private let begins: Answer<ServerSignIn>
  private let inBrowser: (answer: Answer<Account>, seconds: Double)
  private let codes: [String: Account]
  private let codeError: ServerSignInError
  private let clock: VirtualClock
  private let seconds: Double
  private let recordedEvents = Mutex<[Event]>([])

  /// - Parameters:
  ///   - inBrowser: the result of the consent in the browser and its delay in seconds.
  ///   - codes: the valid codes. All others fail with `codeError`.
  ///   - seconds: the delay of responses in seconds.
  init(
    _ begins: Answer<ServerSignIn> = .success(.fixture),
    inBrowser: (Answer<Account>, Double) = (.success(.live), 3_600),
    codes: [String: Account] = ["good": .live], codeError: ServerSignInError = .wrongCode(host: "timeline.example"),
    clock: VirtualClock, seconds: Double = 0
  ) {
    self.begins = begins
    self.inBrowser = inBrowser
    self.codes = codes
    self.codeError = codeError
    self.clock = clock
    self.seconds = seconds
  }

  var events: [Event] { recordedEvents.withLock { $0 } }

  func beginSignIn(at server: String) async throws(ServerSignInError) -> ServerSignIn {
    recordedEvents.withLock { $0.append(.begun(server)) }
    try? await clock.sleep(seconds: seconds)
    return try begins.get()
  }

  func finishInBrowser(_ signIn: ServerSignIn) async throws(ServerSignInError) -> Account {
    do throws(CancellationError) { try await clock.sleep(seconds: inBrowser.seconds) } catch { throw .cancelled }
    return try inBrowser.answer.get()
  }

  func finishSignIn(_ signIn: ServerSignIn, code: String) async throws(ServerSignInError) -> Account {
    recordedEvents.withLock { $0.append(.code(code)) }
    try? await clock.sleep(seconds: seconds)
    guard let account = codes[code] else { throw codeError }
    return account
  }

  func cancel(_ signIn: ServerSignIn) async {
    recordedEvents.withLock { $0.append(.givenUp(signIn.id)) }
  }
}

extension ServerSignIn {
  static let fixture = ServerSignIn(
    id: "7", host: "timeline.example", browserAddress: "https://timeline.example/oauth/authorize?state=1",
    codeAddress: "https://timeline.example/oauth/authorize?client_id=0123456789abcdefghijklmnopqrstuvwxyz"
      + "&response_type=code&redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob&scope=read+write+follow")

  static var withoutBrowser: Self {
    var signIn = fixture
    signIn.browserAddress = nil
    return signIn
  }
}

extension Account {
  static let live = Account(
    id: .mastodon("ada@timeline.example"), profile: Profile(handle: "ada@timeline.example", name: "Ada"),
    origin: .server(ServerOrigin(host: "timeline.example", address: "https://timeline.example")))
}
