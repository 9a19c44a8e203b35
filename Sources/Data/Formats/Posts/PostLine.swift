import Domain

/// A post as a line of JSON, as printed by `tern list --format jsonl` and read by Tern's own format.
public enum PostLine {
  /// The line, without a line feed. All keys are present, possibly null; `notification` only of notifications. Terminal
  /// control characters and those that change the text direction are escaped.
  /// - Parameters:
  ///   - account: the name of the account where it was found, to include it.
  ///   - isOther: whether it is in no timeline. Only written if true.
  public static func json(_ post: Post, foundIn account: String? = nil, isOther: Bool = false) -> String {
    var line = JSONLineWriter()
    line.object { line in
      write(post, to: &line)
      line.notification(post.notification)
      if let account { line.string("foundIn", account) }
      if isOther { line.bool("other", true) }
    }
    return line.text
  }

  /// - Parameter depth: the quote depth of the post.
  static func write(_ post: Post, depth: Int = 0, to line: inout JSONLineWriter) {
    line.string("id", post.id.rawValue)
    line.profile("author", post.author)
    line.string("createdAt", post.createdAt.map(Timestamp.format))
    line.string("text", post.text.plain)
    line.string("url", post.url)
    line.profile("repostedBy", post.repost?.by)
    line.string("repostedAt", post.repost?.at.map(Timestamp.format))
    line.string("replyTo", post.replyTo?.rawValue)
    line.profile("replyToAuthor", post.replyToAuthor)
    line.quote("quote", post.quote, depth: depth)
    line.string("warning", post.warning)
    line.counts("counts", post.counts)
    line.array("media", post.media) { line, media in
      line.object { line in
        line.string("kind", media.kind.rawValue)
        line.string("url", media.url)
        line.string("description", media.description)
        if let size = media.size {
          line.int("width", size.width)
          line.int("height", size.height)
        }
        if media.isSensitive { line.bool("sensitive", true) }
        if let card = media.card {
          line.string("site", card.site)
          line.string("author", card.author)
          line.string("summary", card.summary)
        }
      }
    }
    line.array("links", post.text.links) { line, link in line.string(link.url) }
    line.array("linkTexts", post.text.linksWithOffsets) { line, placed in
      let link = placed.link
      line.object { line in
        line.string("kind", link.kind.rawValue)
        line.int("at", placed.at)
        line.string("text", link.text.nilIfEqual(link.url))
        line.string("label", link.label.nilIfEqual(link.text))
      }
    }
    line.array("emphasis", post.text.emphasisInCodePoints) { line, range in
      line.object { line in
        line.string("kind", range.emphasis.names)
        line.int("at", range.start)
        line.int("length", range.length)
      }
    }
    line.poll("poll", post.poll)
    line.string("visibility", post.visibility?.rawValue)
    let states = post.states.map(\.rawValue).sorted()
    line.string("state", states.isEmpty ? nil : states.joined(separator: " "))
    line.string("language", post.details?.language)
    line.string("application", post.details?.application)
    line.bool("automated", post.details?.isAutomated == true)
    line.array("mentions", post.mentions) { line, mention in
      line.object { line in
        line.string("handle", mention.handle)
        line.string("id", mention.id)
        line.string("url", mention.url)
      }
    }
  }
}

extension JSONLineWriter {
  fileprivate mutating func profile(_ key: String, _ profile: Profile?) {
    object(key, profile) { line, profile in
      line.string("handle", profile.handle)
      line.string("name", profile.name)
    }
  }

  /// Writes what happened, and who caused it. Conversations are none.
  fileprivate mutating func notification(_ notification: PostNotification?) {
    guard let notification, notification.conversation == nil else { return }
    object("notification", notification) { line, notification in
      line.string("id", notification.id)
      line.string("kind", notification.kind.rawValue)
      line.string("at", notification.at.map(Timestamp.format))
      line.int("count", notification.count)
      if let emoji = notification.emoji { line.string("emoji", emoji) }
      line.array("people", notification.profiles) { line, profile in
        line.object { line in
          line.string("handle", profile.handle)
          line.string("name", profile.name)
        }
      }
    }
  }

  /// Writes the quoted post completely, to the depth that is read again.
  fileprivate mutating func quote(_ key: String, _ quote: Quote?, depth: Int) {
    object(key, quote) { line, quote in
      line.string("id", quote.id?.rawValue)
      switch quote {
      case .shown(let post):
        line.string("state", "shown")
        line.object("post", depth < Quote.maxDepth ? post : nil) { line, post in
          PostLine.write(post, depth: depth + 1, to: &line)
        }
      case .unavailable(_, let reason):
        line.string("state", reason.rawValue)
        line.string("post", nil)
      }
    }
  }

  fileprivate mutating func counts(_ key: String, _ counts: Counts?) {
    object(key, counts) { line, counts in
      line.int("replies", counts.replies)
      line.int("reposts", counts.reposts)
      line.int("likes", counts.likes)
    }
  }

  fileprivate mutating func poll(_ key: String, _ poll: Poll?) {
    object(key, poll) { line, poll in
      line.array("options", poll.options) { line, option in
        line.object { line in
          line.string("title", option.title)
          line.int("votes", option.votes)
        }
      }
      line.bool("closed", poll.isClosed)
      line.string("endsAt", poll.endsAt.map(Timestamp.format))
      line.bool("several", poll.allowsMultiple)
      line.int("voters", poll.voters)
    }
  }
}

extension Emphasis {
  /// The name in a file of posts.
  static let named: [(name: String, emphasis: Emphasis)] = [("strong", .strong), ("em", .emphasized), ("code", .code)]

  /// The names separated by spaces.
  fileprivate var names: String {
    Self.named.filter { contains($0.emphasis) }.map(\.name).joined(separator: " ")
  }
}

extension PostText {
  /// The emphasized ranges in code points.
  fileprivate var emphasisInCodePoints: [EmphasizedRange] {
    guard !emphasis.isEmpty else { return [] }
    let text = plain
    let scalars = text.unicodeScalars
    var (index, byte, count) = (scalars.startIndex, 0, 0)
    func scalarOffset(atByte offset: Int) -> Int {
      while index < scalars.endIndex, byte < offset {
        byte += UTF8.width(scalars[index])
        count += 1
        index = scalars.index(after: index)
      }
      return count
    }
    return emphasis.map { range in
      let start = scalarOffset(atByte: range.start)
      return EmphasizedRange(start: start, length: scalarOffset(atByte: range.end) - start, range.emphasis)
    }.filter { $0.length > 0 }
  }

  /// The links, each with the number of code points before it.
  fileprivate var linksWithOffsets: [(at: Int, link: Link)] {
    // Most posts have none and are not counted.
    if case .text? = runs.first, runs.count == 1 { return [] }
    var links: [(at: Int, link: Link)] = []
    var count = 0
    for run in runs {
      if case .link(let link) = run { links.append((count, link)) }
      count += run.plain.unicodeScalars.count
    }
    return links
  }
}

extension String {
  /// nil if it equals, byte by byte, the value that readers assume for null.
  fileprivate func nilIfEqual(_ usual: String) -> String? {
    utf8.elementsEqual(usual.utf8) ? nil : self
  }
}
