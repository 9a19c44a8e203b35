import Domain
import Network
import Pictures
import Session
import Store
import SystemFiles

/// Makes the picture repository of each account.
struct PictureSources: Sendable {
  private let directory: String?
  private let transport: (any HTTPTransport)?
  private let limit: Int
  /// Whether pictures are never fetched, not even if the user requests one.
  let isOffline: Bool

  /// - Parameters:
  ///   - directory: the data directory, or nil if nothing is stored.
  ///   - transport: fetches pictures; nil if no server may be contacted.
  ///   - limit: maximum size of an account's cache, in bytes.
  init(directory: String? = nil, transport: (any HTTPTransport)? = nil, limit: Int = 0, isOffline: Bool = false) {
    self.directory = directory
    self.transport = transport
    self.limit = limit
    self.isOffline = isOffline
  }

  func repository(of account: Account) -> any PictureRepository {
    if account.origin == .demo { return DemoPictures(directory: DemoDirectory.find() ?? "/nowhere") }
    guard let directory else { return DemoPictures(directory: "/nowhere") }
    // All servers that are read without an account share one folder, and its limit.
    let owner = account.id.kind == .publicServer ? AccountID(.publicServer, "") : account.id
    let folder = PictureFolder(in: directory, of: owner)
    guard case .server(let server) = account.origin, let transport else { return PictureCache(folder, fetching: nil) }
    return PictureCache(
      folder,
      fetching: PictureCache.FetchPolicy(
        transport: transport, limit: limit, server: HTTPAddress(server.address)))
  }
}

extension PostStore {
  /// A store that also deletes the pictures and the saved searches of an account that is removed.
  convenience init(withPicturesIn directory: String) {
    self.init(directory: directory) { account in
      PictureFolder(in: directory, of: account).remove()
      let session = FileSessionStorage(directory: UserDirectory.state(environment: Environment.variables))
      let remembered = session.load()
      var rest = remembered
      rest.removeSearches(of: account)
      guard rest != remembered else { return }
      // The account is removed even if the session cannot be saved.
      try? session.update { $0.removeSearches(of: account) }
    }
  }
}

/// Draws no pictures. Used without a decoder.
struct NoPictureDrawing: PictureDrawing {
  func draw(_ picture: StoredPicture, _ request: PictureRequest) async throws(PictureFailure) -> DrawnPicture {
    throw .decoderFailed("no decoder available")
  }
}

/// Plays nothing. Used without a terminal.
struct NoPlayer: MediaPlayer {
  func play(_ location: MediaLocation, with command: [String]) async throws(MediaFailure) {}
}
