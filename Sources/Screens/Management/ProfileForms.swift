import Domain
import ScreenSupport
import TimelineCore

/// The forms about profiles: the private note, and the user's own profile.
@MainActor
public enum ProfileForms {
  /// The form for the private note about an account. The action is sent later if the server cannot be reached.
  /// - Parameter refused: a text that the server has refused is shown instead of the note.
  public static func note(
    _ text: String, refused: RefusedNotes, about profile: Profile, _ dependencies: ManagementDependencies
  ) -> FormSubject {
    let (actions, account) = (dependencies.actions, profile.actionTargetID)
    let text = refused.text(about: account) ?? text
    return FormSubject(
      title: "Note about @\(profile.handle)", owner: dependencies.account.profile,
      fields: [FormField("note", text, explanation: "Only you can read it.", example: "met at the loom fair")],
      saveTitle: "save the note"
    ) { values throws(FormError) in
      refused.remove(account)
      actions.perform(.note(values["note"] ?? "", account: account), about: "@\(profile.handle)")
      return ""
    }
  }

  private static let visibilities: [(Visibility, String)] = [
    (.public, "public"), (.unlisted, "unlisted"), (.followers, "followers"), (.direct, "private mention"),
  ]
  private static let quotePolicies: [(QuotePolicy, String)] = [
    (.everyone, "everyone"), (.followers, "followers"), (.nobody, "only you"),
  ]
  /// What a line end of the biography is shown as in its field.
  private static let lineEnd = "\\n"

  public static func own(
    _ profile: EditableProfile, _ dependencies: ManagementDependencies, didSave: @escaping @MainActor () -> Void = {}
  ) -> FormSubject? {
    guard let management = dependencies.management else { return nil }
    let resolvePath = dependencies.resolvePath
    var fields = [FormField("name", profile.name, explanation: "Your display name.", example: "Ada Lovelace")]
    if let bio = profile.bio {
      fields.append(
        FormField(
          "bio", line(bio), explanation: "About you. \\n means a new line.", example: "Weaver of numbers."))
    }
    for (index, field) in rows(profile.fields).enumerated() {
      fields += [
        FormField("field \(index + 1)", field.name, explanation: "Its label.", example: "Website"),
        FormField(
          "content \(index + 1)", field.value, explanation: "What it says.", example: "https://timeline.example"),
      ]
    }
    fields += [
      .toggle("locked", profile.isLocked, explanation: "Follow requests need your approval."),
      .toggle("bot", profile.isBot, explanation: "The account posts automatically."),
    ]
    if let visibility = profile.visibility {
      fields.append(
        FormField(
          "visibility", visibilities.first { $0.0 == visibility }?.1 ?? visibilities[0].1,
          explanation: "Who can read your posts by default.", choices: visibilities.map(\.1)))
    }
    if let policy = profile.quotePolicy {
      fields.append(
        FormField(
          "quotes", quotePolicies.first { $0.0 == policy }?.1 ?? "",
          explanation: "Who may quote your posts by default.", choices: quotePolicies.map(\.1)))
    }
    fields += [
      FormField(
        "language", profile.language ?? "", explanation: "The default language of your posts.",
        example: "en"),
      .toggle("sensitive", profile.isSensitive, explanation: "Mark media as sensitive by default."),
      FormField("avatar", "", explanation: "A new picture of you: its file.", example: "~/me.png"),
      FormField("header", "", explanation: "A new banner: its file.", example: "~/banner.jpg"),
    ]
    return FormSubject(
      title: "Your profile", owner: dependencies.account.profile, fields: fields, saveTitle: "save your profile"
    ) { values throws(FormError) in
      do throws(TimelineError) {
        try await management.save(changed(profile, values, resolvePath), replacing: profile)
      } catch {
        throw FormError(error)
      }
      didSave()
      return "Saved your profile."
    }
  }

  /// The fields, with empty ones up to the number that all servers accept; none if they cannot be edited.
  private static func rows(_ fields: [EditableProfile.Field]?) -> [EditableProfile.Field] {
    guard let fields else { return [] }
    let empty = EditableProfile.Field(name: "", value: "")
    return fields + Array(repeating: empty, count: max(0, EditableProfile.defaultFieldCount - fields.count))
  }

  /// Several lines as one.
  private static func line(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd)
  }

  private static func changed(
    _ profile: EditableProfile, _ values: FormSubject.Values, _ resolvePath: (String) -> String
  ) -> EditableProfile {
    func isOn(_ name: String) -> Bool { values[name] == FormField.on }
    func path(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
    var changed = profile
    changed.name = values["name"] ?? profile.name
    if let bio = profile.bio, let typed = values["bio"], typed != line(bio) {
      changed.bio = typed.replacing(lineEnd, with: "\n")
    }
    let old = rows(profile.fields)
    var fields = old.enumerated().map { index, field in
      EditableProfile.Field(
        name: values["field \(index + 1)"] ?? field.name, value: values["content \(index + 1)"] ?? field.value)
    }
    if fields != old {
      while fields.last.map({ $0.name.isEmpty && $0.value.isEmpty }) == true { fields.removeLast() }
      changed.fields = fields
    }
    (changed.isLocked, changed.isBot, changed.isSensitive) = (isOn("locked"), isOn("bot"), isOn("sensitive"))
    if let visibility = values["visibility"], profile.visibility != nil {
      let chosen = visibilities.first { $0.1 == visibility }?.0
      // A visibility that only this server has stays unless another one was chosen.
      if chosen != .public || visibilities.contains(where: { $0.0 == profile.visibility }) {
        changed.visibility = chosen ?? profile.visibility
      }
    }
    if profile.quotePolicy != nil, let chosen = quotePolicies.first(where: { $0.1 == values["quotes"] }) {
      changed.quotePolicy = chosen.0
    }
    changed.language = path("language")
    (changed.avatar, changed.header) = (path("avatar").map(resolvePath), path("header").map(resolvePath))
    return changed
  }
}
