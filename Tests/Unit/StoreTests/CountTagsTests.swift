import Domain
import TestSupport
import Testing

@testable import Store

@Suite struct CountTagsTests {
  private let likes = CountTags(counted: .likes)
  /// Numbers around all bounds of buckets and powers, and the largest one.
  private static let counts: [Int] = {
    var counts = Set(0...300)
    for power in 0..<60 {
      for quarter in 4...8 {
        let first: Int = (quarter << power) >> 2
        counts.formUnion([max(first - 1, 0), first, first + 1])
      }
    }
    return counts.union([.max, .max - 1]).sorted()
  }()

  private func words(of count: Int?) -> Set<SearchTag> { Set(likes.tags(of: count)) }

  @Test func `Each number is in one bucket, and buckets are contiguous`() {
    let last = CountTags.bucket(of: .max)
    for bucket in 0...last {
      let numbers = CountTags.numbers(inBucket: bucket)
      #expect(CountTags.bucket(of: numbers.lowerBound) == bucket && CountTags.bucket(of: numbers.upperBound) == bucket)
      if bucket < last {
        #expect(numbers.upperBound + 1 == CountTags.numbers(inBucket: bucket + 1).lowerBound)
      } else {
        #expect(numbers.upperBound == .max)
      }
    }
  }

  @Test func `Covering terms match all counts of a range, inner terms none outside`() {
    var random = SeededGenerator(seed: 4)
    var exact = 0
    for _ in 0..<400 {
      let first = Self.counts.dropFirst().randomElement(using: &random) ?? 1
      let others = Self.counts.filter { $0 >= first }
      let end = Bool.random(using: &random) ? Int.max : others.prefix(12).randomElement(using: &random) ?? first
      let span = first...end
      let (covering, within) = (Set(likes.covering(span)), Set(likes.within(span)))
      #expect(covering.count <= 12, "\(span)")
      if likes.isExact(span) {
        exact += 1
        #expect(covering == within, "\(span)")
      }
      for count in Self.counts {
        let has = words(of: count)
        if span.contains(count) {
          #expect(!has.isDisjoint(with: covering), "\(count) in \(span)")
        } else {
          #expect(has.isDisjoint(with: within), "\(count) in \(span)")
          #expect(!likes.isExact(span) || has.isDisjoint(with: covering), "\(count) in \(span)")
        }
      }
    }
    #expect(exact > 40)
  }

  @Test func `An unknown count has its own term, and 0 has none`() {
    #expect(likes.tags(of: nil) == [.unknownCount(.likes)])
    #expect(likes.tags(of: -3) == [.unknownCount(.likes)])
    #expect(likes.tags(of: 0) == [])
    #expect(likes.tags(of: 17) == [0, 1, 2].map { .atLeast(.likes, power: $0) } + [.near(.likes, bucket: 11)])
  }

  @Test func `No two counts share a term by accident`() {
    let all = Self.counts.flatMap { count in
      SearchQuery.CountField.allCases.flatMap { CountTags(counted: $0).tags(of: count) }
    }
    let tags = Set(
      all + [.unknownCount(.likes), .unknownCount(.reposts), .byOtherAuthors, .unnamedReply, .media, .deleted])
    #expect(Set(tags.map(\.word)).count == tags.count)
  }
}
