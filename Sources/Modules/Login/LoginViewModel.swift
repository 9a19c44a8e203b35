/// The list of accounts as it is drawn.
struct LoginViewModel: Hashable, Sendable {
  struct Row: Hashable, Sendable {
    var name: String
    /// “@ada@demo”; empty where the account has none.
    var handle: String
    /// “demo”, or a path.
    var source: String
    /// What opening it takes: “asks for a password”.
    var state: String
    /// Empty where nobody wrote one.
    var note: String
    /// Whether its timelines are being read now.
    var isCurrent: Bool
  }

  var rows: [Row]
  var selection: Int
}

/// Something to know beside the list or in the form.
struct LoginNotice: Hashable, Sendable {
  var text: String
  var isFailure = false
}
