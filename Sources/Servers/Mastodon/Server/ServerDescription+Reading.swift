import Domain
import Formats

extension ServerDescription {
  /// - Parameters:
  ///   - instance: the response of `/api/v2/instance` or `/api/v1/instance`.
  ///   - host: the domain of local handles; nil if unknown.
  init(_ instance: JSONValue, limits: PostLimits, host: String?) {
    let contact = instance["contact"]
    let rules = instance["rules"]?.elements.prefix(Self.maxListed).compactMap { rule in
      rule["text"]?.text.map { Rule($0, hint: rule["hint"]?.text) }
    }
    // Version 1 has a short description, too.
    let about = [instance["description"], instance["short_description"]].lazy.compactMap { $0?.text }.first
    let account = contact?["account"] ?? instance["contact_account"]
    self.init(
      title: instance["title"]?.name ?? host ?? "", version: instance["version"]?.name,
      about: about.map { HTMLText.text(of: $0).plain }, rules: rules ?? [],
      email: contact?["email"]?.text ?? instance["email"]?.text,
      contact: account.flatMap(MastodonStatusReader(host: host).profile),
      activeUsers: instance["usage"]?["users"]?["active_month"]?.count, users: instance["stats"]?["user_count"]?.count,
      languages: instance["languages"]?.elements.prefix(Self.maxListed).compactMap(\.text) ?? [], limits: limits,
      translates: instance["configuration"]?["translation"]?["enabled"]?.bool == true)
  }

  /// The maximum number of rules, and of languages, that are read.
  private static let maxListed = 100
}
