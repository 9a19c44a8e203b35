import Domain
import EmptyState
import FoundationEssentials
import PostCell
import TerminalKit

/// An item of the screen: an announcement, or a part of a server's description.
struct ServerInfoItem: Hashable, Sendable {
  var heading: String?
  var title = ""
  var text = PostText()
  var facts: [String] = []
  /// The account that the row opens; nil if it opens none.
  var profile: Profile?
  var announcement: Announcement?
}

/// The text of the screen. Pure functions.
enum ServerInfoText {
  /// The rows of a server's description.
  static func items(of server: ServerDescription, _ host: String) -> [ServerInfoItem] {
    let version = server.version.map { "\(host) · version \($0)" } ?? host
    var items = [
      ServerInfoItem(
        title: server.title, text: LinkDetector.text(server.about ?? ""), facts: [version] + size(of: server))
    ]
    for (index, rule) in server.rules.enumerated() {
      items.append(
        ServerInfoItem(
          heading: index == 0 ? "Rules" : nil, text: LinkDetector.text("\(index + 1). \(rule.text)"),
          facts: [rule.hint].compactMap(\.self).filter { !$0.isEmpty }))
    }
    items += contact(of: server)
    items.append(ServerInfoItem(heading: "For your posts", facts: limits(of: server)))
    return items
  }

  private static func size(of server: ServerDescription) -> [String] {
    let people = PostCellViewModel.count
    let users = [
      server.activeUsers.map { "\(people($0, "person was", "people were")) active in the last month" },
      server.users.map { "\(people($0, "account", "accounts"))" },
    ]
    return [users.compactMap(\.self).joined(separator: " · ")].filter { !$0.isEmpty }
  }

  private static func contact(of server: ServerDescription) -> [ServerInfoItem] {
    var items: [ServerInfoItem] = []
    if let profile = server.contact {
      items.append(ServerInfoItem(title: profile.displayName, facts: ["@\(profile.handle)"], profile: profile))
    }
    if let email = server.email { items.append(ServerInfoItem(text: PostText([.text(email)]))) }
    if !items.isEmpty { items[0].heading = "Contact" }
    return items
  }

  private static func limits(of server: ServerDescription) -> [String] {
    let (limits, count) = (server.limits, PostCellViewModel.count)
    let size = { (bytes: Int) in "\(max(1, bytes / 1_000_000)) MB" }
    let files = [
      limits.imageBytes.map { "pictures up to \(size($0))" }, limits.videoBytes.map { "videos up to \(size($0))" },
    ]
    var facts = [
      "\(count(limits.characters, "character", "characters")) · \(count(limits.attachments, "attachment", "attachments"))",
      "polls of up to \(count(limits.pollOptions, "option", "options"))",
    ]
    let sizes = files.compactMap(\.self).joined(separator: " · ")
    if !sizes.isEmpty { facts.append(sizes) }
    if server.translates { facts.append("translates posts") }
    if !server.languages.isEmpty {
      facts.append("languages: \(server.languages.map(LanguageName.name).joined(separator: ", "))")
    }
    return facts
  }
}

// MARK: - Announcements

extension ServerInfoText {
  static func items(of announcements: [Announcement], at now: Date, _ time: TimeStyle) -> [ServerInfoItem] {
    announcements.map { announcement in
      ServerInfoItem(
        text: announcement.text, facts: [facts(on: announcement, at: now, time)].filter { !$0.isEmpty },
        announcement: announcement)
    }
  }

  /// “published 2d · from 2026-12-01 20:00 to 2026-12-01 22:00”.
  private static func facts(on announcement: Announcement, at now: Date, _ time: TimeStyle) -> String {
    let event =
      switch (announcement.startsAt, announcement.endsAt) {
      case (let start?, let end?): "from \(LocalTime.minute(start)) to \(LocalTime.minute(end))"
      case (let start?, nil): "from \(LocalTime.minute(start))"
      case (nil, let end?): "until \(LocalTime.minute(end))"
      case (nil, nil): ""
      }
    let published = announcement.publishedAt.map { "published \(time.words(for: $0, at: now))" } ?? ""
    return [published, event].filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

extension ServerInfoSubject {
  var contentName: String {
    switch self {
    case .announcements: "the announcements"
    case .description: "the server’s page"
    }
  }

  func title(_ host: String) -> String {
    switch self {
    case .announcements: "Announcements of \(host)"
    case .description: "About \(host)"
    }
  }

  func empty(_ host: String) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "no announcements", title: "No announcements",
      sentences: ["The administrators of \(host) have nothing to announce."], actions: [.retry, .back])
  }

  func missing(_ host: String) -> EmptyStateViewModel {
    EmptyStateViewModel(
      name: "announcements unsupported", title: "No announcements at \(host)",
      sentences: ["This server has no announcements."], actions: [.back], isFailure: true)
  }
}
