extension ListLayout {
  /// The dimensions of a list.
  public struct Rows {
    public let count: Int
    public let screenHeight: Int
    /// Empty lines at the end of each row; the last ones may be below the screen.
    public let spacing: Int
    /// The height of a row in lines, including spacing; at least 1.
    public let height: (Int) -> Int

    public init(count: Int, screenHeight: Int, spacing: Int, height: @escaping (Int) -> Int) {
      self.count = count
      self.screenHeight = max(1, screenHeight)
      self.spacing = spacing
      self.height = height
    }

    func height(of range: Range<Int>) -> Int {
      range.reduce(0) { $0 + height($1) }
    }

    /// The height of a row and the rows below it. Stops counting when it exceeds `limit`.
    func heightBelow(_ index: Int, atMost limit: Int) -> Int {
      var sum = 0
      var index = index
      while index < count, sum < limit {
        sum += height(index)
        index += 1
      }
      // The spacing of the last row may be below the screen.
      return index == count && sum <= limit ? sum - spacing : sum
    }

    func heightAbove(_ index: Int, atMost limit: Int) -> Int {
      var sum = 0
      var index = index
      while index > 0, sum < limit {
        index -= 1
        sum += height(index)
      }
      return sum
    }
  }
}
