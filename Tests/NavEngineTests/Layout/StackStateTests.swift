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

  private static let table: [(before: String, command: String, after: String)] = [
    // NC-2, PG-8: a pushed page is right, the first one left; the topmost one is only activated.
    ("<", "push A", "[A] <"), ("[A] <", "push b", "A[b] >"), ("[A]b <", "push c", "Ab[c] >"),
    ("Ab[c] <", "push b", "A[b]c >"), ("Ab[c] <", "push c", "Ab[c] >"),
    ("[A] <", "push A", "[A] >"),
    // NC-4: pages above the parent are popped first, then it is a push.
    ("A[b]c <", "push d on A", "A[d] >"), ("Ab[c] <", "push d on c", "Abc[d] >"),
    ("Ab[c] <", "push c on A", "A[c] >"), ("Ab[c] <", "push A on A", "[A] >"),
    ("Abc[d] <", "push b on c", "A[b]c >"),
    // NC-5: the page below becomes active, right; the last one empties the stack.
    ("Ab[c] <", "pop", "A[b] >"), ("[A]bc <", "pop", "A[b] >"), ("A[b] <", "pop", "[A] >"),
    ("[A] >", "pop", "<"), ("<", "pop", "<"),
    // NC-6: all pages above are popped; the topmost page changes nothing.
    ("Abc[d] <", "pop A", "[A] >"), ("Abc[d] <", "pop c", "Ab[c] >"),
    ("[A]bcd <", "pop b", "A[b] >"), ("Abc[d] <", "pop d", "Abc[d] <"),
    ("[A]b <", "pop b", "[A]b <"),
    // NC-7, SNQ-6: the root stays, a half one with the page above; the root becomes active, left.
    ("Abc[d] >", "root", "[A] <"), ("aBc[d] >", "root", "[a]B <"), ("a[B] >", "root", "[a]B <"),
    ("[a] >", "root", "[a] <"), ("[A] >", "root", "[A] <"), ("<", "root", "<"),
    // NC-8, SNQ-4: common pages at the bottom stay; the last is active, right unless it is the root.
    ("Ab[c] <", "set AbD", "Ab[D] >"), ("[A]bc <", "set Ab", "A[b] >"),
    ("Ab[c] <", "set A", "[A] >"), ("Ab[c] >", "set D", "[D] <"), ("Ab[c] >", "set", "<"),
    ("<", "set Ab", "A[b] >"), ("<", "set A", "[A] <"), ("<", "set", "<"),
    ("[A]bc <", "set Abc", "[A]bc <"), ("Ab[c] >", "set bc", "b[c] >"),
    ("[A]bc <", "set Ace", "Ac[e] >"),
    // NC-9: right if it lies above the active page, left if below, unchanged if it is that one.
    ("A[b]c <", "activate c", "Ab[c] >"), ("A[b]c >", "activate A", "[A]bc <"),
    ("A[b]c <", "activate b", "A[b]c <"), ("[A]bc <", "activate c", "Ab[c] >"),
  ]

  @Test(
    "NC-2, NC-4 ... NC-9, PG-8, SNQ-4, SNQ-6, D-6, D-15, D-16: what a command does to a stack",
    arguments: table
  )
  func commands(before: String, command: String, after: String) {
    let words = command.split(separator: " ").map(String.init)
    check(before, after) { state in
      switch (words[0], words.count) {
      case ("push", 2): state.push(page(Character(words[1])))
      case ("push", _): try state.push(page(Character(words[1])), onTopOf: id(Character(words[3])))
      case ("pop", 1): state.pop()
      case ("pop", _): try state.pop(to: id(Character(words[1])))
      case ("root", _): state.popToRoot()
      case ("set", _): state.set(words.dropFirst().joined().map(page))
      default: try state.activate(id(Character(words[1])))
      }
    }
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
