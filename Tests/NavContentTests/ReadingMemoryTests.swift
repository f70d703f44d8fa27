import Dispatch
import NavContent
import NavSystem
import NavTestKit
import Synchronization
import Testing

@testable import NavContent

/// A reader on a thread of its own that parses until it may end.
private final class Parser: Sendable {
  private let gate = DispatchSemaphore(value: 0)
  private let state = Mutex((isParsing: false, result: Bool?.none))

  /// Whether its reservation was granted.
  var isParsing: Bool { state.withLock(\.isParsing) }
  /// Whether it could parse; nil before it has ended.
  var result: Bool? { state.withLock(\.result) }

  init(_ memory: ReadingMemory, bytes: Int) {
    let isStarted = startThread { [self] in
      let found: Void? = ReadingAccount(memory).use {
        ReadingBudget.taking(bytes, keeping: 0) {
          state.withLock { $0.isParsing = true }
          gate.wait()
        }
      }
      state.withLock { $0.result = found != nil }
    }
    precondition(isStarted)
  }

  func end() throws {
    gate.signal()
    try eventually("it has ended") { result != nil }
  }
}

@Suite("Memory of all readers")
struct ReadingMemoryTests {
  /// Starts a reader, whose reservation is granted at once.
  private func parsing(_ bytes: Int, of memory: ReadingMemory) throws -> Parser {
    let parser = Parser(memory, bytes: bytes)
    try eventually("it parses") { parser.isParsing }
    return parser
  }

  /// Starts a reader that has to wait.
  private func waiting(for bytes: Int, of memory: ReadingMemory) throws -> Parser {
    let count = memory.waitingCount
    let parser = Parser(memory, bytes: bytes)
    try eventually("it waits") { memory.waitingCount == count + 1 }
    return parser
  }

  @Test("one that does not fit beside others waits for them")
  func waits() throws {
    let memory = ReadingMemory(bytes: 100)
    let first = try parsing(60, of: memory)
    let second = try waiting(for: 60, of: memory)
    let third = try parsing(40, of: memory)
    #expect(!second.isParsing && memory.usedBytes == 100)
    try first.end()
    try eventually("the second parses") { second.isParsing }
    try second.end()
    try third.end()
    #expect([first, second, third].map(\.result) == [true, true, true])
    #expect(memory.usedBytes == 0)
  }

  @Test("one that would not fit alone is refused at once, or as soon as that is so")
  func refuses() throws {
    let memory = ReadingMemory(bytes: 100)
    let first = try parsing(60, of: memory)
    let large = Parser(memory, bytes: 101)
    try eventually("the large one has ended") { large.result == false }
    let second = try waiting(for: 80, of: memory)
    memory.set(bytes: 70)
    try eventually("the second is refused") { second.result == false }
    try first.end()
  }

  @Test("smaller ones overtake one that waits only so often")
  func overtaking() throws {
    let memory = ReadingMemory(bytes: 100)
    let first = try parsing(50, of: memory)
    let large = try waiting(for: 100, of: memory)
    for _ in 0..<100 { try parsing(1, of: memory).end() }
    let late = try waiting(for: 1, of: memory)
    try first.end()
    try eventually("the large one parses") { large.isParsing }
    #expect(!late.isParsing)
    try large.end()
    try late.end()
  }

  @Test("a large text leaves an eighth to others, which do not wait for its parsing")
  func remainder() throws {
    let memory = ReadingMemory(bytes: 8 << 20)
    let isRead = ReadingAccount(memory).use {
      ReadingBudget.parsing(bytes: 100_000) {
        memory.usedBytes <= 7 << 20
          && ReadingAccount(memory).use { ReadingBudget.taking(1 << 20, keeping: 0) { true } }
            == true
      }
    }
    #expect(isRead == true)
  }

  @Test("a reservation inside of another one takes from it, and never waits")
  func nested() throws {
    let memory = ReadingMemory(bytes: 1 << 20)
    let account = ReadingAccount(memory)
    account.use {
      let outer = ReadingBudget.parsing(bytes: 1_000) {
        let used = memory.usedBytes
        #expect(ReadingBudget.parsing(bytes: 1_000) { true } == true)
        #expect(ReadingBudget.taking(1, keeping: 0) { true } == nil)
        #expect(memory.usedBytes == used)
        return true
      }
      #expect(outer == true)
      let failed = ReadingBudget.parsing(bytes: 1_000) {
        #expect(ReadingBudget.parsing(bytes: 1 << 20) { true } == nil)
        return true
      }
      // A text without one of its parts is incomplete.
      #expect(failed == nil)
    }
    #expect(memory.waitingCount == 0)
  }

  @Test("what was made counts until its account ends")
  func kept() throws {
    let text = String(repeating: "tale ", count: 20_000)
    let bytes = text.utf8.count
    // Each text fits alone, but not beside what was made of two others.
    let memory = ReadingMemory(bytes: bytes * (ReadingBudget.textFactor + 3) + 1 << 20)
    var account: ReadingAccount? = ReadingAccount(memory)
    let isRead = { account?.use { Deck(markdown: text, name: "a").isComplete } }
    #expect(isRead() == true && memory.usedBytes == bytes * ReadingBudget.keptFactor)
    var others = 0
    while isRead() == true { others += 1 }
    #expect(others < 10)
    account = ReadingAccount(memory)
    #expect(memory.usedBytes == 0 && isRead() == true)
  }

  @Test("32 readers at a time never take more than there is")
  func many() throws {
    let limit = 16 << 20
    let memory = ReadingMemory(bytes: limit)
    let text = String(repeating: "- *a* `b`\n", count: 2_000)
    let expected = Deck(markdown: text, name: "a")
    let done = Mutex(0)
    for _ in 0..<32 {
      let isStarted = startThread {
        let isRead = ReadingAccount(memory).use { Deck(markdown: text, name: "a") } == expected
        done.withLock { $0 += isRead ? 1 : 1_000 }
      }
      #expect(isStarted)
    }
    try eventually("all have read") {
      #expect(memory.usedBytes <= limit)
      return done.withLock(\.self) >= 32
    }
    #expect(done.withLock(\.self) == 32)
  }
}
