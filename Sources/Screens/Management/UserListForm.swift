import Domain
import ScreenSupport

@MainActor
enum UserListForm {
  private static let policies: [(UserList.RepliesPolicy, String)] = [
    (.list, "to its members"), (.followed, "to accounts that you follow"), (.none, "none"),
  ]

  static func subject(
    _ list: UserList, owner: Profile, save: @escaping @MainActor (UserList) async throws(TimelineError) -> Void
  ) -> FormSubject {
    var fields = [FormField("name", list.title, explanation: "The title of its tab.", example: "Friends")]
    if let replies = list.replies {
      fields.append(
        FormField(
          "replies", policies.first { $0.0 == replies }?.1 ?? "", explanation: "Which replies the list shows.",
          choices: policies.map(\.1)))
    }
    if let isExclusive = list.isExclusive {
      fields.append(
        .toggle("exclusive", isExclusive, explanation: "Home leaves out the posts of its members."))
    }
    return FormSubject(
      title: list.id == nil ? "New list" : "List “\(list.title)”", owner: owner, fields: fields,
      saveTitle: list.id == nil ? "create the list" : "save the list",
      problems: { ($0["name"] ?? "").isEmpty ? [FormProblem("name", "A list needs a name")] : [] }
    ) { values throws(FormError) in
      var list = list
      list.title = values["name"] ?? ""
      list.replies = policies.first { $0.1 == values["replies"] }?.0 ?? list.replies
      if let exclusive = values["exclusive"] { list.isExclusive = exclusive == FormField.on }
      do throws(TimelineError) {
        try await save(list)
      } catch {
        throw FormError(error)
      }
      return "Saved the list “\(list.title)”."
    }
  }
}
