import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("StackPages: the pages of a stack, a value whose copies share their common part")
struct StackPagesTests {
  private static let deep = 1_000_000

  private static func page(_ serial: Int) -> StackPage {
    StackPage(id: StackLayout.pageID(serial), size: serial % 3 == 0 ? .full : .half)
  }

  @Test("after any pushes, pops and cuts the pages equal an array")
  func anyChanges() throws {
    try forSeeds(0..<200) { generator in
      var twin: [StackPage] = []
      var pages = StackPages()
      var copies: [(StackPages, [StackPage])] = []
      for serial in 0..<120 {
        switch generator.int(in: 0...9) {
        case 0...5:
          pages.append(Self.page(serial))
          twin.append(Self.page(serial))
        case 6...7 where !twin.isEmpty:
          pages.removeLast()
          twin.removeLast()
        case 8:
          let kept = generator.int(in: 0...twin.count)
          pages.keep(first: kept)
          twin.removeSubrange(kept...)
        default: copies.append((pages, twin))
        }
        try demand(pages.count == twin.count && pages.last == twin.last)
        try demand(Array(pages) == twin && pages.indices.map { pages[$0] } == twin)
        for (index, page) in twin.enumerated() {
          try demand(pages.index(of: page.id) == index)
        }
        try demand(pages.index(of: StackLayout.pageID(500)) == nil)
      }
      for (copy, array) in copies {
        try demand(Array(copy) == array, "a copy has changed")
        let common = zip(array, twin).prefix { $0 == $1 }.count
        try demand(copy.commonCount(with: pages) == common)
        try demand(pages.commonCount(with: copy) == common)
        try demand((copy == pages) == (array == twin))
      }
      // Equal values that are not shared are equal too.
      let rebuilt = StackPages(twin)
      try demand(rebuilt == pages && rebuilt.hashValue == pages.hashValue)
      try demand(rebuilt.commonCount(with: pages) == twin.count)
    }
  }

  @Test("an ID between two others is not found")
  func gaps() {
    let pages = StackPages(count: 40) { StackPage(id: StackLayout.pageID($0 * 3), size: .full) }
    for serial in 0..<130 {
      let index = pages.index(of: StackLayout.pageID(serial))
      #expect(index == (serial % 3 == 0 && serial < 120 ? serial / 3 : nil))
    }
  }

  @Test("a million pages are made, searched, cut and dropped without deep recursion")
  func deepStacks() {
    var pages = StackPages(count: Self.deep, page: Self.page)
    #expect(pages.count == Self.deep && pages.last == Self.page(Self.deep - 1))
    for index in [0, 1, 2, 1_000, 65_535, 500_000, Self.deep - 1] {
      #expect(pages[index] == Self.page(index))
      #expect(pages.index(of: Self.page(index).id) == index)
    }
    let copy = pages
    pages.keep(first: 10)
    #expect(pages.commonCount(with: copy) == 10 && copy.count == Self.deep)
    // The upper half is freed with its last owner, the lower one stays.
    var half = copy
    half.keep(first: Self.deep / 2)
    pages = half
    #expect(pages.count == Self.deep / 2 && half == pages)
  }

  @Test("shared nodes stay when one stack that shares them is freed")
  func sharing() {
    var kept: [StackPages] = []
    do {
      var pages = StackPages(count: 2_000, page: Self.page)
      while !pages.isEmpty {
        if pages.count % 7 == 0 { kept.append(pages) }
        pages.removeLast()
      }
    }
    while let pages = kept.popLast() {
      #expect(pages.last == Self.page(pages.count - 1) && pages[0] == Self.page(0))
      if kept.count % 2 == 0 { kept.reverse() }
    }
  }
}
