/// The longest decreasing subsequence of a list of numbers, found in O(n log n).
enum LongestDecreasingSubsequence {
  static func indices(of numbers: [Int64]) -> [Int] {
    // For each length, the index of the greatest possible last number.
    var ends: [Int] = []
    var before: [Int?] = []
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] > number { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var indices: [Int] = []
    var next = ends.last
    while let index = next {
      indices.append(index)
      next = before[index]
    }
    return indices.reversed()
  }
}
