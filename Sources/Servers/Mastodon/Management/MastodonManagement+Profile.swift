import Domain
import Formats
import FoundationEssentials
import Network

/// The user's own profile (documentation, methods/accounts, “update credentials”).
extension MastodonManagement: OwnProfileRepository {
  private var endpoint: HTTPAddress { client.server.at("api", "v1", "accounts", "update_credentials") }

  public func ownProfile() async throws(TimelineError) -> EditableProfile {
    try await withTimelineError { () throws(ServerFailure) in
      let account = try await client.value(at: client.credentialsAddress)
      guard let profile = EditableProfile(account) else {
        throw client.failures.unexpectedResponse(200, expected: "an account")
      }
      return profile
    }
  }

  /// Pictures are sent before the text fields, each in a request of its own.
  public func save(_ profile: EditableProfile, replacing old: EditableProfile) async throws(TimelineError) {
    try await withTimelineError { () throws(ServerFailure) in
      if let path = profile.avatar { try await upload(path, as: "avatar") }
      if let path = profile.header { try await upload(path, as: "header") }
      let form = FormBody(profile.changes(from: old))
      guard !form.items.isEmpty else { return }
      try await change(.patch, endpoint, .form(form))
    }
  }

  private func upload(_ path: String, as name: String) async throws(ServerFailure) {
    let file: UploadFile
    do throws(UploadFileError) {
      file = try UploadFile(path: path)
    } catch {
      throw ServerFailure(error: TimelineError(error), mayHaveArrived: false)
    }
    let kind = MediaKind(path: path)
    // The local file name is private.
    let form = MultipartForm(boundary: "tern-" + UUID().uuidString)
    let upload = form.upload(
      file, as: name, fileName: "\(name).\(kind.fileExtension)", type: kind.type, progress: { _ in })
    _ = try await client.send(
      .patch, endpoint, .upload(upload, type: form.contentType), timeout: max(120, Double(file.size) / 1_000))
  }
}

extension EditableProfile {
  /// Parses the user's own account (documentation, entities/Account, CredentialAccount); nil if it is none.
  fileprivate init?(_ account: JSONValue) {
    guard account["id"] != nil, account["username"] != nil || account["acct"] != nil else { return nil }
    let source = account["source"]
    self.init(
      name: account["display_name"]?.string ?? "", bio: source?["note"]?.string,
      fields: source?["fields"]?.elements.map {
        Field(name: $0["name"]?.string ?? "", value: $0["value"]?.string ?? "")
      },
      isLocked: account["locked"]?.bool ?? false, isBot: account["bot"]?.bool ?? false,
      visibility: source?["privacy"]?.text.flatMap { Visibility(serverName: $0) },
      quotePolicy: source?["quote_policy"]?.text.flatMap(QuotePolicy.init),
      language: source?["language"]?.text.flatMap { $0.isEmpty ? nil : $0 },
      isSensitive: source?["sensitive"]?.bool ?? false)
  }

  fileprivate func changes(from old: EditableProfile) -> [HTTPAddress.QueryItem] {
    var items: [HTTPAddress.QueryItem] = []
    func add(_ name: String, _ value: String, if isChanged: Bool) {
      if isChanged { items.append(.init(name, value)) }
    }
    add("display_name", name.unescapingControls, if: name != old.name)
    add("note", bio?.unescapingControls ?? "", if: bio != old.bio)
    add("locked", isLocked ? "true" : "false", if: isLocked != old.isLocked)
    add("bot", isBot ? "true" : "false", if: isBot != old.isBot)
    add("source[privacy]", visibility?.serverName ?? "public", if: visibility != old.visibility)
    if let quotePolicy { add("source[quote_policy]", quotePolicy.rawValue, if: quotePolicy != old.quotePolicy) }
    add("source[language]", language ?? "", if: language != old.language)
    add("source[sensitive]", isSensitive ? "true" : "false", if: isSensitive != old.isSensitive)
    if let fields, fields != old.fields {
      // The server replaces all fields; empty ones remove what was there.
      for index in 0..<max(fields.count, old.fields?.count ?? 0) {
        let field = fields.indices.contains(index) ? fields[index] : Field(name: "", value: "")
        add("fields_attributes[\(index)][name]", field.name.unescapingControls, if: true)
        add("fields_attributes[\(index)][value]", field.value.unescapingControls, if: true)
      }
    }
    return items
  }
}
