import Domain
import EmptyState
import FoundationEssentials
import PostCell
import ScreenSupport
import TerminalKit
import TimelineCore

/// Looks up an address at the account's server, and opens what it finds. The timelines of servers are opened directly.
@MainActor
final class AddressLookupPresenter {
  private static let offered: Set<EmptyStateAction> = [.retry, .signInAgain, .switchAccount, .back]

  weak var view: (any AddressLookupView)?
  /// nil if the account has no server.
  private let server: (any ServerFeatureRepository)?
  private let services: AppServices
  private let session: AccountSession
  private let router: AddressLookupRouter

  /// The content is nil if the server found nothing.
  private lazy var loader = ScreenLoader<FoundAddress?>(
    services, of: session.account, render: { [weak self] in self?.render() }, reload: { [weak self] in self?.reload() })
  /// nil while the user types one.
  private var address: FediverseAddress?
  /// The text that is not an address; nil if no such text was typed.
  private var invalidText: String?
  private var contentSwitch = ContentSwitch()

  init(
    _ address: FediverseAddress?, server: (any ServerFeatureRepository)?, services: AppServices,
    session: AccountSession,
    router: AddressLookupRouter
  ) {
    self.address = address
    self.server = server
    self.services = services
    self.session = session
    self.router = router
  }

  private var subject: EmptyReason.Subject {
    .init(owner: "", contentName: AddressLookupText.shortened(address?.text ?? ""), origin: session.account.origin)
  }
}

// MARK: - Rendering

extension AddressLookupPresenter {
  private func render() {
    guard let view else { return }
    view.showHeader(ListHeader(title: "Open an address", reader: session.account.profile))
    contentSwitch.show(content, on: view) { _ in }
  }

  private var content: ScreenContent<Void> {
    guard let address, let server else {
      return .empty(AddressLookupText.prompt(invalid: invalidText, hasServer: server != nil))
    }
    return loader.screenContent(subject, offered: Self.offered) { found in
      // The found post or profile replaces the screen.
      found == nil ? .empty(AddressLookupText.nothingFound(at: address, server.host)) : .loading(nil)
    }
  }
}

// MARK: - User events

extension AddressLookupPresenter: AddressLookupPresentation {
  func viewDidLoad() {
    guard address == nil else { return load() }
    view?.showField()
    render()
  }

  func viewDidAppear() {
    // The field is closed while another pane has the focus.
    if address == nil { view?.showField() }
    loader.screenDidAppear { load() }
  }

  func viewWillDisappear() { loader.screenWillDisappear() }

  func submit(_ text: String) {
    guard !text.allSatisfy(\.isWhitespace) else { return router.leave() }
    switch TypedAddress(text) {
    case .timeline(let timeline): router.openTimeline(timeline)
    case .item(let item) where server != nil:
      address = item
      view?.hideField()
      load()
    case .item, nil:
      invalidText = text
      render()
    }
  }

  private func load() {
    guard let address, let server else { return }
    loader.load { [server] () async throws(TimelineError) in
      try await server.found(at: address)
    } accept: { [weak self] in
      self?.accept($0)
    }
  }

  private func accept(_ found: FoundAddress?) {
    loader.show(found, asOf: services.clock.now)
    if let found { router.open(found) }
  }

  func reload() { load() }
  func signInAgain() { router.showLogin() }
  func leave() { router.leave() }

  func openInBrowser() {
    guard let address, !address.isHandle else { return }
    router.leave()
    PostSharing(
      openLink: services.openLink, clipboard: services.clipboard, programs: services.programs
    ) { [router] text, isFailure in
      router.announce(text, isFailure)
    }.open(address.text)
  }
}

/// The text of the screen. Pure functions.
enum AddressLookupText {
  /// The maximum length of an address in a title, in characters.
  private static let maxLength = 60

  static func shortened(_ address: String) -> String {
    address.count > maxLength ? address.prefix(maxLength - 1) + "…" : address
  }

  /// - Parameters:
  ///   - invalid: the text that cannot be opened; nil if it can be.
  ///   - hasServer: whether the account has a server, which can fetch posts and profiles.
  static func prompt(invalid: String?, hasServer: Bool) -> EmptyStateViewModel {
    let items = [
      "Type or paste the address of a post or profile at any server:",
      "https://tern.example/@ada/1234, or @ada@tern.example",
    ]
    let servers = [
      "A server or a hashtag at one shows the posts that everyone can read there:",
      "tern.example, or #loom@tern.example",
    ]
    let examples = (hasServer ? items : []) + servers
    guard let invalid else {
      return EmptyStateViewModel(name: "address", title: "Open an address", sentences: examples, actions: [])
    }
    guard hasServer || TypedAddress(invalid) == nil else {
      return EmptyStateViewModel(
        name: "address without a server", title: "This account has no server",
        sentences: ["Posts and profiles open in an account at a server, which fetches them."] + examples, actions: [],
        isFailure: true)
    }
    return EmptyStateViewModel(
      name: "invalid address", title: "Not an address",
      sentences: ["“\(shortened(invalid))” is no address."] + examples,
      actions: [], isFailure: true)
  }

  static func nothingFound(at address: FediverseAddress, _ host: String) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "nothing at the address", title: "Nothing found at this address",
      sentences: [
        "\(host) finds no post or profile at \(shortened(address.text)).",
        "It may be private, deleted, at a server that \(host) does not reach, or an ordinary page.",
      ], actions: (address.isHandle ? [] : [.openInBrowser]) + [.retry, .back])
  }
}
