import Domain

/// A search, from the moment a person begins to type it until they leave it.
struct TimelineSearch {
  /// As it was typed so far.
  var text = ""
  /// Whether the field is open.
  var isTyping = true
  /// What is being looked for, or was found last; nil where what was typed says nothing.
  var query: SearchQuery?
  /// Stands instead of the timeline as soon as there is something to show or to say.
  var results: TimelineTab?
  /// How many matches there are, once that is known.
  var count: MatchCount?

  /// Nothing is looked for.
  mutating func forget(showing results: TimelineTab? = nil) {
    (query, self.results, count) = (nil, results, nil)
  }
}
