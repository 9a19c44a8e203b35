/// The list of accounts as it is drawn.
struct LoginViewModel: Hashable, Sendable {
  var rows: [LoginRow]
  var selection: Int
}

/// Something to know beside the list or in the form.
struct LoginNotice: Hashable, Sendable {
  var text: String
  var isFailure = false
}
