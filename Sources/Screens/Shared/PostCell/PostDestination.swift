import Domain

/// A screen that opens from a post, in addition to its thread.
public enum PostDestination: Hashable, Sendable {
  case profile(Profile)
  case people(PostNotification)
  /// The accounts whose reposts of a post a timeline has joined, newest first.
  case reposters([Profile], of: Post)
  /// A list of accounts at the server, and the handle of its owner or of the post's author: “@grace”.
  case profileList(ProfileList, of: String)
  /// Without `#`.
  case tag(String)
  /// The posts that quote the post.
  case quotes(Post)
  /// The post or profile at an address of any server.
  case address(FediverseAddress)
  /// The earlier versions of the post.
  case versions(Post)
  /// The pictures, videos and audio of the post.
  case pictures(Post)
  /// The composer, for a new post or about the given one.
  case composer(PostActionAvailability.WritingAction?, Post?)
  /// The form for the private note about an account.
  case note(Profile)
  /// The form for a filter of Tern's own.
  case filter(LocalFilter)
  /// The form for the user's own profile.
  case ownProfile
  case blockedServers
  /// The report form for an account, and a post of theirs.
  case report(Profile, Post?)
  /// Performs an action as another account of the user.
  case otherAccount(OtherAccountAction, AccountID, Post)
  /// The notifications that the server holds back, by account.
  case heldNotifications
  /// The held back notifications of one account.
  case notifications(in: NotificationRequest)
}

/// The screens that a source supports. Commands for the others are not available.
public struct NavigationCapabilities: Hashable, Sendable {
  /// Whether profiles can be opened.
  public var profiles = false
  /// Whether mentions and hashtags in text can be opened in Tern.
  public var mentionsAndTags = false
  public var versions = false
  public var pictures = false
  /// Whether followers and other lists of accounts can be opened.
  public var profileLists = false
  /// Whether posts and profiles of other servers can be opened by their addresses.
  public var addresses = false
  /// Whether the user's filters, lists, blocked servers and profile can be changed.
  public var management = false

  public init(
    profiles: Bool = false, mentionsAndTags: Bool = false, versions: Bool = false, pictures: Bool = false,
    profileLists: Bool = false, addresses: Bool = false, management: Bool = false
  ) {
    self.addresses = addresses
    self.management = management
    self.profileLists = profileLists
    self.profiles = profiles
    self.mentionsAndTags = mentionsAndTags
    self.versions = versions
    self.pictures = pictures
  }
}

/// The screens that open from one post: strings and flags.
public struct PostLinksViewModel: Hashable, Sendable {
  /// The accounts of the post, the author first: “Grace Hopper · @grace@demo”.
  public var profiles: [String]
  /// The titles of mentions and hashtags by their addresses: “#loom”, “@grace@timeline.example”.
  public var links: [String: String]
  public var hasVersions: Bool
  /// “its picture”, “its 4 pictures”; nil if it has none.
  public var pictures: String?
  /// Whether a notification names people who can be listed.
  public var listsPeople = false
  /// Whether the timeline has several reposts of the post, whose accounts can be listed.
  public var listsReposters = false
  /// The lists of people that the server has for a post.
  public var peopleLists: [PeopleList] = []

  public init(
    profiles: [String] = [], links: [String: String] = [:], hasVersions: Bool = false, pictures: String? = nil,
    listsPeople: Bool = false, peopleLists: [PeopleList] = []
  ) {
    self.peopleLists = peopleLists
    self.listsPeople = listsPeople
    self.profiles = profiles
    self.links = links
    self.hasVersions = hasVersions
    self.pictures = pictures
  }
}

extension PostLinksViewModel {
  /// The maximum number of links with titles. They are looked up at each key; further ones are listed with their
  /// addresses.
  private static let maxTitles = 100

  public init(of post: Post, within navigation: NavigationCapabilities) {
    var links: [String: String] = [:]
    if navigation.mentionsAndTags {
      for (link, post) in post.allTextLinks.prefix(Self.maxTitles) {
        links[link.url] = post.destination(of: link)?.label
      }
    }
    for url in navigation.addresses ? post.linkedAddresses.prefix(Self.maxTitles) : [] where links[url] == nil {
      links[url] = FediverseAddress(url).map(PostDestination.address)?.label
    }
    self.init(
      profiles: navigation.profiles ? post.profiles.map(\.nameAndLabel) : [], links: links,
      hasVersions: navigation.versions && post.isPost && post.states.contains(.edited),
      pictures: navigation.pictures ? post.picturesTitle : nil,
      listsPeople: navigation.profiles && post.notification?.profiles.isEmpty == false,
      peopleLists: navigation.profileLists ? post.peopleLists : [])
  }
}

extension NavigationCapabilities {
  /// The screen that a link of a post opens; nil if it opens in the browser.
  public func destination(of url: String, in post: Post) -> PostDestination? {
    if mentionsAndTags,
      let found = post.allTextLinks.lazy.filter({ $0.link.url == url }).compactMap({ $0.post.destination(of: $0.link) })
        .first
    {
      return found
    }
    guard addresses, post.linkedAddresses.contains(url) else { return nil }
    return FediverseAddress(url).map(PostDestination.address)
  }

  /// - Parameter number: the index among the accounts of the post.
  public func profile(_ number: Int, of post: Post) -> PostDestination? {
    let listed = profiles ? post.profiles : []
    return listed.indices.contains(number) ? .profile(listed[number]) : nil
  }
}

extension PostDestination {
  /// The title in a menu.
  var label: String {
    switch self {
    case .profile(let profile): profile.label
    case .people, .reposters, .profileList: "people"
    case .tag(let name): "#\(name)"
    case .quotes: "quotes"
    case .address(let address): "open here: \(WebAddress.displayText(address.text))"
    case .versions: "earlier versions"
    case .pictures: "pictures"
    case .composer: "composer"
    case .report: "a report"
    case .otherAccount: "another account"
    case .heldNotifications, .notifications: "notifications held back"
    case .note: "a note"
    case .filter: "a filter"
    case .ownProfile: "your profile"
    case .blockedServers: "blocked servers"
    }
  }
}

extension Post {
  /// Whether it is a notification of several people.
  public var listsPeople: Bool { notification.map { $0.count > 1 && !$0.profiles.isEmpty } ?? false }

  /// The lists of people who reacted to it. A count of nil may be any number.
  fileprivate var peopleLists: [PeopleList] {
    guard isPost else { return [] }
    return (counts?.likes == 0 ? [] : [.likes]) + (counts?.reposts == 0 ? [] : [.reposts]) + [.quotes]
  }

  /// Its author, its reposter and the accounts of its notification: without duplicates, and only those with a handle.
  fileprivate var profiles: [Profile] {
    let all = [author, repost?.by].compactMap(\.self) + (notification?.profiles ?? [])
    return all.filter { !$0.handle.isEmpty }.uniqued { $0.handle.lowercased() }
  }

  /// “its picture”, “its 4 pictures”; nil if it has none.
  fileprivate var picturesTitle: String? {
    let kinds = pictures.map(\.media.kind)
    guard let first = kinds.first else { return nil }
    let names: [Media.Kind: String] = [.image: "picture", .video: "video", .gif: "animation", .audio: "audio file"]
    guard kinds.allSatisfy({ $0 == first }), let name = names[first] else { return "its media" }
    return kinds.count == 1 ? "its \(name)" : "its \(kinds.count) \(name)s"
  }

  /// Its own links and those of the quoted post, each with the post whose text has it.
  fileprivate var allTextLinks: [(link: Link, post: Post)] {
    let own = text.links.map { (link: $0, post: self) }
    guard case .shown(let quoted)? = quote else { return own }
    return own + quoted.text.links.map { (link: $0, post: quoted) }
  }

  /// The addresses of its plain links and its link previews, and of those of the quoted post.
  fileprivate var linkedAddresses: [String] {
    let links = allTextLinks.filter { $0.link.kind == .address }.map { $0.link.url }
    let previews = media.filter { $0.kind == .link }.compactMap(\.url)
    return links + previews
  }

  /// The profile or hashtag that a link refers to; nil for a plain address.
  fileprivate func destination(of link: Link) -> PostDestination? {
    switch link.kind {
    case .address: return nil
    case .tag:
      let tag = link.text.split(whereSeparator: \.isWhitespace).joined().drop { $0 == "#" || $0 == "\u{FF03}" }
      return tag.isEmpty ? nil : .tag(String(tag))
    case .mention: return profile(mentionedBy: link).map(PostDestination.profile)
    }
  }
}
