import Domain

/// A tweet's poll, which is a card: `choice1_label`, `choice1_count`, `choice2_label`, …
enum XAPIPoll {
  static func poll(of tweet: JSONValue) -> Poll? {
    guard let card = tweet["card"], card["name"]?.text?.hasPrefix("poll") == true,
      let values = card["binding_values"]
    else { return nil }
    let options = (1...4).compactMap { number -> Poll.Option? in
      guard let title = values["choice\(number)_label"]?["string_value"]?.text else { return nil }
      return Poll.Option(title: title, votes: values["choice\(number)_count"]?["string_value"]?.count)
    }
    guard !options.isEmpty else { return nil }
    return Poll(options: options, isClosed: values["counts_are_final"]?["boolean_value"]?.bool ?? false)
  }
}
