import Domain

/// A place in Tern to which a post leads, beside its thread.
public enum PostDestination: Hashable, Sendable {
  case person(Profile)
  /// Without `#`.
  case tag(String)
  /// What the post has said before it was edited.
  case versions(Post)
  /// What it carries that can be looked at or listened to.
  case pictures(Post)
  /// Where something is written: about the post, or by itself.
  case composer(PostActionAvailability.Writing?, Post?)
  /// Where it is said what there is to report of somebody, and of a post of theirs.
  case report(Profile, Post?)
}

/// What can be opened of a source's posts. A key for what it cannot show is not offered.
public struct NavigationCapabilities: Hashable, Sendable {
  /// Whether there is something to read of whoever stands in a post.
  public var people = false
  /// Whether people and tags that are named in a text lead to them.
  public var namedInTexts = false
  public var versions = false
  public var pictures = false

  public init(people: Bool = false, namedInTexts: Bool = false, versions: Bool = false, pictures: Bool = false) {
    self.people = people
    self.namedInTexts = namedInTexts
    self.versions = versions
    self.pictures = pictures
  }
}

/// Where one post leads: strings and flags.
public struct PostLinksViewModel: Hashable, Sendable {
  /// Who has to do with it, the author first: “Grace Hopper · @grace@demo”.
  public var people: [String]
  /// What its links name, by their addresses: “#loom”, “@grace@timeline.example”.
  public var links: [String: String]
  public var hasVersions: Bool
  /// What its pictures are called where they are offered: “its picture”, “its 4 pictures”; nil where it has none.
  public var pictures: String?

  public init(
    people: [String] = [], links: [String: String] = [:], hasVersions: Bool = false, pictures: String? = nil
  ) {
    self.people = people
    self.links = links
    self.hasVersions = hasVersions
    self.pictures = pictures
  }
}

extension PostLinksViewModel {
  public init(of post: Post, within reach: NavigationCapabilities) {
    var links: [String: String] = [:]
    if reach.namedInTexts {
      for (link, post) in post.allTextLinks { links[link.url] = post.destination(of: link)?.label }
    }
    self.init(
      people: reach.people ? post.people.map(\.nameAndLabel) : [], links: links,
      hasVersions: reach.versions && post.isPost && post.states.contains(.edited),
      pictures: reach.pictures ? post.namedPictures : nil)
  }
}

extension NavigationCapabilities {
  /// Where a link of a post leads in Tern; nil where it leads to the web.
  public func destination(of url: String, in post: Post) -> PostDestination? {
    guard namedInTexts else { return nil }
    return post.allTextLinks.lazy.filter { $0.link.url == url }.compactMap { $0.post.destination(of: $0.link) }.first
  }

  /// The person of that number among those who have to do with a post.
  public func person(_ number: Int, of post: Post) -> PostDestination? {
    let people = people ? post.people : []
    return people.indices.contains(number) ? .person(people[number]) : nil
  }
}

extension PostDestination {
  /// What it is called where it is offered.
  var label: String {
    switch self {
    case .person(let person): person.label
    case .tag(let name): "#\(name)"
    case .versions: "earlier versions"
    case .pictures: "pictures"
    case .composer: "a post of one’s own"
    case .report: "a report"
    }
  }
}

extension Post {
  /// As many can be told apart by a digit.
  private static let maxPeople = 9

  /// Who has to do with it: who wrote it, who passed it on, who has done what it tells of. Each once, and only those who
  /// can be found by something.
  fileprivate var people: [Profile] {
    var seen: Set<String> = []
    let all = [author, repost?.by].compactMap(\.self) + (notification?.people ?? [])
    return Array(
      all.filter { !$0.handle.isEmpty && seen.insert($0.handle.lowercased()).inserted }.prefix(Self.maxPeople))
  }

  /// What it carries to look at or to listen to, in words.
  fileprivate var namedPictures: String? {
    let kinds = pictures.map(\.media.kind)
    guard let first = kinds.first else { return nil }
    let names: [Media.Kind: String] = [.image: "picture", .video: "film", .gif: "animation", .audio: "sound"]
    guard kinds.allSatisfy({ $0 == first }), let name = names[first] else { return "its pictures" }
    return kinds.count == 1 ? "its \(name)" : "its \(kinds.count) \(name)s"
  }

  /// Its own links and those of the post that it quotes, each with the post in whose text it is.
  fileprivate var allTextLinks: [(link: Link, post: Post)] {
    let own = text.links.map { (link: $0, post: self) }
    guard case .shown(let quoted)? = quote else { return own }
    return own + quoted.text.links.map { (link: $0, post: quoted) }
  }

  /// The person or tag that a link of its text names; nil where it is only an address.
  fileprivate func destination(of link: Link) -> PostDestination? {
    switch link.kind {
    case .address: return nil
    case .tag:
      let tag = link.text.split(whereSeparator: \.isWhitespace).joined().drop { $0 == "#" || $0 == "\u{FF03}" }
      return tag.isEmpty ? nil : .tag(String(tag))
    case .mention: return person(mentionedBy: link).map(PostDestination.person)
    }
  }
}
