import Domain

/// A post as one line of JSON, as `tern list --format jsonl` prints it and Tern's own format reads it.
public enum PostLine {
  /// The line, without its end. Every key is there, null where there is nothing to say. Nothing in it drives a
  /// terminal: control characters and those that turn the direction of writing are escaped.
  /// - Parameter account: what the account is called where it was found, where that is to be told.
  public static func json(_ post: Post, foundIn account: String? = nil) -> String {
    var line = JSONLineWriter()
    line.object { line in
      write(post, to: &line)
      if let account { line.string("foundIn", account) }
    }
    return line.text
  }

  static func write(_ post: Post, to line: inout JSONLineWriter) {
    line.string("id", post.id.rawValue)
    line.profile("author", post.author)
    line.string("createdAt", post.createdAt.map(Timestamp.format))
    line.string("text", post.text.plain)
    line.string("url", post.url)
    line.profile("repostedBy", post.repost?.by)
    line.string("repostedAt", post.repost?.at.map(Timestamp.format))
    line.string("replyTo", post.replyTo?.rawValue)
    line.profile("replyToAuthor", post.replyToAuthor)
    line.quote("quote", post.quote)
    line.string("warning", post.warning)
    line.counts("counts", post.counts)
    line.array("media", post.media) { line, media in
      line.object { line in
        line.string("kind", media.kind.rawValue)
        line.string("url", media.url)
        line.string("description", media.description)
      }
    }
    line.array("links", post.text.links) { line, link in line.string(link.url) }
    line.poll("poll", post.poll)
    line.string("visibility", post.visibility?.rawValue)
    let states = post.states.map(\.rawValue).sorted()
    line.string("state", states.isEmpty ? nil : states.joined(separator: " "))
    line.string("language", post.details?.language)
    line.string("application", post.details?.application)
    line.bool("automated", post.details?.isAutomated == true)
  }
}

extension JSONLineWriter {
  fileprivate mutating func profile(_ key: String, _ profile: Profile?) {
    object(key, profile) { line, profile in
      line.string("handle", profile.handle)
      line.string("name", profile.name)
    }
  }

  fileprivate mutating func quote(_ key: String, _ quote: Quote?) {
    object(key, quote) { line, quote in
      line.string("id", quote.id?.rawValue)
      switch quote {
      case .shown: line.string("state", "shown")
      case .unavailable(_, let reason): line.string("state", reason.rawValue)
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
    }
  }
}
