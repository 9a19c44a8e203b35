import Domain
import Network
import Pictures
import Session
import Store
import SystemFiles

/// Where the pictures of each account are.
struct PictureSources: Sendable {
  private let directory: String?
  private let transport: (any HTTPTransport)?
  private let limit: Int
  /// Whether nobody is to be asked, on whatever wish.
  let isOffline: Bool

  /// - Parameters:
  ///   - directory: where the store is; nil where nothing is kept.
  ///   - transport: nil where nobody is asked.
  ///   - limit: how much is kept of an account at a server, in bytes.
  init(directory: String? = nil, transport: (any HTTPTransport)? = nil, limit: Int = 0, isOffline: Bool = false) {
    self.directory = directory
    self.transport = transport
    self.limit = limit
    self.isOffline = isOffline
  }

  func repository(of account: Account) -> any PictureRepository {
    if account.origin == .demo { return DemoPictures(directory: DemoDirectory.find() ?? "/nowhere") }
    guard let directory else { return DemoPictures(directory: "/nowhere") }
    let folder = PictureFolder(in: directory, of: account.id)
    guard case .server(let server) = account.origin, let transport else { return PictureCache(folder, fetching: nil) }
    return PictureCache(
      folder,
      fetching: PictureCache.Fetching(
        transport: transport, limit: limit, server: HTTPAddress(server.address)))
  }
}

extension PostStore {
  /// One with which the pictures of accounts go that are forgotten, and the searches that stand as tabs in them.
  convenience init(withPicturesIn directory: String) {
    self.init(directory: directory) { account in
      PictureFolder(in: directory, of: account).remove()
      let session = FileSessionStorage(directory: UserDirectory.state(environment: Environment.variables))
      let remembered = session.load()
      var rest = remembered
      rest.forgetSearches(of: account)
      guard rest != remembered else { return }
      // Where it cannot be written, the account goes all the same.
      try? session.update { $0.forgetSearches(of: account) }
    }
  }
}

/// Where there is no program that could decode a picture.
struct NoPictureDrawing: PictureDrawing {
  func draw(_ picture: StoredPicture, _ request: PictureRequest) async throws(PictureFailure) -> DrawnPicture {
    throw .decoderFailed("there is none here")
  }
}

/// Where there is no program that could play a film.
struct NoPlayer: MediaPlayer {
  func play(_ place: MediaLocation, with command: [String]) async throws(MediaFailure) {}
}
