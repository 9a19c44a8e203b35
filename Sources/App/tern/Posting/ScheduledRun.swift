import Domain
import Formats
import FoundationEssentials
import TerminalKit

/// Lists and changes the scheduled posts of an account from the command line.
struct ScheduledRun: Sendable {
  /// The server, for messages.
  let host: String
  /// nil if the account cannot schedule posts.
  let repository: (any ScheduledPostRepository)?

  /// The next one to be published comes first.
  func list() async throws(CommandFailure) -> [ScheduledPost] {
    try await request { repository throws(TimelineError) in try await repository.scheduledPosts() }
  }

  func cancel(_ id: ScheduledPostID) async throws(CommandFailure) {
    let wasScheduled = try await request { repository throws(TimelineError) in
      try await repository.cancelScheduledPost(id)
    }
    guard wasScheduled else { throw missing(id) }
  }

  /// - Returns: when the server will publish it.
  func change(_ id: ScheduledPostID, to date: Date) async throws(CommandFailure) -> Date {
    let changed = try await request { repository throws(TimelineError) in
      try await repository.reschedule(id, to: date)
    }
    guard let changed else { throw missing(id) }
    return changed.publishAt
  }

  private func request<Response>(
    _ request: (any ScheduledPostRepository) async throws(TimelineError) -> Response
  ) async throws(CommandFailure) -> Response {
    guard let repository else { throw CommandFailure(.unavailable, "\(host): does not list scheduled posts") }
    do throws(TimelineError) {
      return try await request(repository)
    } catch .unsupported(let host) {
      throw CommandFailure(.unavailable, "\(host): does not list scheduled posts")
    } catch {
      throw CommandFailure(error)
    }
  }

  private func missing(_ id: ScheduledPostID) -> CommandFailure {
    CommandFailure(.unavailable, "no scheduled post “\(id.rawValue)”; it may have been published or cancelled")
  }
}

/// The output of `tern scheduled`.
enum ScheduledText {
  /// The ID, the local time, who can read it and the text, separated by tabs.
  static func line(_ post: ScheduledPost) -> String {
    let warning = post.source.warning.isEmpty ? "" : "CW: \(post.source.warning) · "
    let fields = [
      post.id.rawValue, LocalTime.minute(post.publishAt), post.source.visibility?.displayName ?? "",
      warning + post.source.text,
    ]
    return fields.map { TextLayout.sanitized($0.replacing("\t", with: " ")).replacing("\n", with: " ") }
      .joined(separator: "\t")
  }

  static func json(_ post: ScheduledPost) -> String {
    let line = ScheduledPostLine.json(post)
    return StandardStream.output.lacksUnicode ? line.jsonInASCII : line
  }
}
