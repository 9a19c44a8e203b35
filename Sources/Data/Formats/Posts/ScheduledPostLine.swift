import Domain

/// A scheduled post as a line of JSON, as printed by `tern scheduled --format jsonl`.
public enum ScheduledPostLine {
  /// The line, without a line feed. All keys are present, possibly null.
  public static func json(_ post: ScheduledPost) -> String {
    let source = post.source
    var line = JSONLineWriter()
    line.object { line in
      line.string("id", post.id.rawValue)
      line.string("publishAt", Timestamp.format(post.publishAt))
      line.string("text", source.text)
      line.string("warning", source.warning.isEmpty ? nil : source.warning)
      line.string("visibility", source.visibility?.rawValue)
      line.string("language", source.language)
      line.bool("sensitive", source.isSensitive)
      line.string("replyTo", post.replyTo?.rawValue)
      line.string("quote", post.quoted?.rawValue)
      line.array("media", source.media) { line, media in
        line.object { $0.string("description", media.description.isEmpty ? nil : media.description) }
      }
      line.object("poll", source.poll) { line, poll in
        line.array("options", poll.options) { line, option in
          line.object { $0.string("title", option) }
        }
        line.int("seconds", poll.duration)
        line.bool("several", poll.allowsMultiple)
      }
    }
    return line.text
  }
}
