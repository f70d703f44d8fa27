import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("StackState: the model's commands")
struct StackStateTests {
  private typealias Command = (inout StackState) throws -> Void

  /// A stack from words: a page is a letter for its name, in upper case for a full one; the active one is in brackets,
  /// with an arrow for its position.
  private func stack(_ text: String) -> StackState {
    var pages: [StackPage] = []
    var active: Int?
    for letter in text where letter.isLetter || letter == "[" {
      if letter == "[" { active = pages.count } else { pages.append(page(letter)) }
    }
    return StackState(
      pages: StackPages(pages),
      active: active,
      position: text.hasSuffix("<") ? .left : .right
    )
  }

  private func page(_ name: Character) -> StackPage {
    StackPage(id: id(name), size: name.isUppercase ? .full : .half)
  }

  private func id(_ name: Character) -> ContainerID {
    StackLayout.pageID(Int(name.lowercased().unicodeScalars.first?.value ?? 0))
  }

  private func check(_ before: String, _ after: String, _ command: Command) {
    var state = stack(before)
    #expect(throws: Never.self) { try command(&state) }
    #expect(state == stack(after), "\(before): not \(after)")
  }

  @Test("NC-1, NC-14: a stack of one page rests on its left edge; the topmost page is the last")
  func root() {
    #expect(StackState(root: page("A")) == stack("[A] <"))
    #expect(StackState() == stack("<"))
    #expect(StackState().activePage == nil)
    #expect(stack("A[b]c >").activePage == page("b"))
    #expect(stack("A[b]c >").pages.last == page("c"))
  }

  @Test(
    "NC-2, PG-8, D-16: a pushed page is right, the first one left; the topmost one is only activated",
    arguments: [
      (before: "<", page: "A", after: "[A] <"), ("[A] <", "b", "A[b] >"),
      ("[A]b <", "c", "Ab[c] >"), ("Ab[c] <", "b", "A[b]c >"), ("Ab[c] <", "c", "Ab[c] >"),
      ("[A] <", "A", "[A] >"),
    ] as [(before: String, page: Character, after: String)]
  )
  func push(before: String, page name: Character, after: String) {
    check(before, after) { state in state.push(page(name)) }
  }

  @Test(
    "NC-4, D-16: pages above the parent are popped first, then it is a push",
    arguments: [
      (before: "A[b]c <", page: "d", parent: "A", after: "A[d] >"),
      ("Ab[c] <", "d", "c", "Abc[d] >"), ("Ab[c] <", "c", "A", "A[c] >"),
      ("Ab[c] <", "A", "A", "[A] >"), ("Abc[d] <", "b", "c", "A[b]c >"),
    ] as [(before: String, page: Character, parent: Character, after: String)]
  )
  func pushOnTop(before: String, page name: Character, parent: Character, after: String) {
    check(before, after) { state in
      try state.push(page(name), onTopOf: id(parent))
    }
  }

  @Test(
    "NC-5, D-6, D-15: the page below becomes active, right; the last one empties the stack",
    arguments: [
      (before: "Ab[c] <", after: "A[b] >"), ("[A]bc <", "A[b] >"), ("A[b] <", "[A] >"),
      ("[A] >", "<"), ("<", "<"),
    ]
  )
  func pop(before: String, after: String) {
    check(before, after) { state in state.pop() }
  }

  @Test(
    "NC-6: all pages above are popped; the topmost page changes nothing",
    arguments: [
      (before: "Abc[d] <", page: "A", after: "[A] >"), ("Abc[d] <", "c", "Ab[c] >"),
      ("[A]bcd <", "b", "A[b] >"), ("Abc[d] <", "d", "Abc[d] <"), ("[A]b <", "b", "[A]b <"),
    ] as [(before: String, page: Character, after: String)]
  )
  func popTo(before: String, page: Character, after: String) {
    check(before, after) { state in try state.pop(to: id(page)) }
  }

  @Test(
    "NC-7, SNQ-6: the root stays, a half one with the page above; the root becomes active, left",
    arguments: [
      (before: "Abc[d] >", after: "[A] <"), ("aBc[d] >", "[a]B <"), ("a[B] >", "[a]B <"),
      ("[a] >", "[a] <"), ("[A] >", "[A] <"), ("<", "<"),
    ]
  )
  func popToRoot(before: String, after: String) {
    check(before, after) { state in state.popToRoot() }
  }

  @Test(
    "NC-8, SNQ-4: common pages at the bottom stay; the last is active, right unless it is the root",
    arguments: [
      (before: "Ab[c] <", wanted: "AbD", after: "Ab[D] >"), ("[A]bc <", "Ab", "A[b] >"),
      ("Ab[c] <", "A", "[A] >"), ("Ab[c] >", "D", "[D] <"), ("Ab[c] >", "", "<"),
      ("<", "Ab", "A[b] >"), ("<", "A", "[A] <"), ("<", "", "<"), ("[A]bc <", "Abc", "[A]bc <"),
      ("Ab[c] >", "bc", "b[c] >"), ("[A]bc <", "Ace", "Ac[e] >"),
    ]
  )
  func set(before: String, wanted: String, after: String) {
    check(before, after) { state in state.set(wanted.map(page)) }
  }

  @Test(
    "NC-9: right if it lies above the active page, left if below, unchanged if it is that one",
    arguments: [
      (before: "A[b]c <", page: "c", after: "Ab[c] >"), ("A[b]c >", "A", "[A]bc <"),
      ("A[b]c <", "b", "A[b]c <"), ("[A]bc <", "c", "Ab[c] >"),
    ] as [(before: String, page: Character, after: String)]
  )
  func activate(before: String, page: Character, after: String) {
    check(before, after) { state in try state.activate(id(page)) }
  }

  @Test("NC-10: a page is activated at the requested edge, also if it is active")
  func activateAtAnEdge() {
    for (page, after) in [("A", "[A]bc"), ("b", "A[b]c"), ("c", "Ab[c]")] {
      for (arrow, position) in [("<", StackPosition.left), (">", .right)] {
        for before in ["A[b]c <", "A[b]c >"] {
          check(before, "\(after) \(arrow)") { state in
            try state.activate(id(Character(page)), position)
          }
        }
      }
    }
  }

  @Test("D-1, D-15: a command that names a missing page is refused and changes nothing")
  func unknownPages() {
    let commands: [Command] = [
      { state in try state.push(page("d"), onTopOf: id("x")) },
      { state in try state.pop(to: id("x")) },
      { state in try state.activate(id("x")) },
      { state in try state.activate(id("x"), .right) },
    ]
    for before in ["A[b]c <", "[A] >", "<"] {
      for command in commands {
        var state = stack(before)
        let error = #expect(throws: StackError.self) { try command(&state) }
        #expect(error?.page == id("x"))
        #expect(error?.description.contains("not in the stack") == true)
        #expect(state == stack(before))
      }
    }
  }

  @Test(
    "SNQ-7, D-8: after any commands a non-empty stack has one active page, and no page is in it twice"
  )
  func anyCommands() throws {
    try forSeeds(0..<300) { generator in
      var state = StackState()
      for serial in 0..<60 {
        let size = generator.pick(StackPageSize.allCases)
        let new = StackPage(id: StackLayout.pageID(serial), size: size)
        let known = state.pages.isEmpty ? new : generator.pick(Array(state.pages))
        let page = generator.oneIn(3) ? known : new
        switch generator.int(in: 0...8) {
        case 0...2: state.push(page)
        case 3: state.pop()
        case 4: try? state.pop(to: known.id)
        case 5: state.popToRoot()
        case 6: try? state.activate(known.id)
        case 7: state.set(Array(state.pages.prefix(generator.int(in: 0...3))) + [new])
        default: try? state.push(page, onTopOf: known.id)
        }
        try demand((state.active == nil) == state.pages.isEmpty)
        try demand(state.active.map(state.pages.indices.contains) ?? true)
        try demand(zip(state.pages, state.pages.dropFirst()).allSatisfy { $0.id < $1.id })
      }
    }
  }
}
