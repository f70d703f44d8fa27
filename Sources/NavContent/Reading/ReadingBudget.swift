import CNavMarkdown

/// The memory that content may take while it is read, and the processor time.
///
/// Everything that parses does so in here, within what its `ReadingAccount` grants: inside of `use`. Without an account,
/// as in a client, everything up to the limits of file sizes is read.
enum ReadingBudget {
  @TaskLocal private static var account: ReadingAccount?

  /// The bytes that a text takes besides its syntax tree, for each of its bytes: the text, and what is made of it.
  static let textFactor = 6
  /// The bytes that a text takes as content, for each of its bytes.
  static let keptFactor = 2

  /// Returns the most bytes of a syntax tree: an allowance, and some for each byte of its text.
  ///
  /// Prose takes about 10 for each byte, short list items about 50. A text that needs more, such as millions of empty list
  /// items, is not read. No short text needs the whole allowance.
  static func treeLimit(ofBytes bytes: Int) -> Int {
    min(64 << 20 + bytes * 64, 8 << 20 + bytes * 1024)
  }

  /// Returns the most processor time for parsing a text and those that it includes.
  ///
  /// Prose takes some hundredths of a second for each MiB, lists some tenths. A text that takes more, such as blank lines
  /// in a deeply nested list, is not read.
  static func timeLimit(ofBytes bytes: Int) -> Duration {
    .seconds(2) + .seconds(1) * (Double(bytes) / Double(1 << 20))
  }

  static func use<Result, Failure: Error>(
    _ account: ReadingAccount,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try $account.with(account, body)
  }

  /// Returns a function that runs on another thread with an account of its own.
  static func inherited<Argument, Result>(
    _ body: @escaping @Sendable (Argument) -> Result
  ) -> @Sendable (Argument) -> Result {
    guard let account else { return body }
    let (memory, owner) = (account.memory, account.owner)
    return { argument in use(ReadingAccount(memory, owner: owner)) { body(argument) } }
  }

  /// Checks in debug builds that a file may be read now.
  static func checkReadsFiles() {
    // Others would only wait longer, so a daemon in service goes on.
    assert(account?.isReserving != true, "cannot read a file while memory is reserved")
  }

  /// Parses Markdown, or waits until there is memory for it.
  ///
  /// `body` must end by itself: it reads no files. Inside of another call it takes from what that has left. Trees of
  /// all texts that are parsed in here end with the outermost call.
  ///
  /// - Parameters:
  ///   - bytes: the size of the text.
  ///   - isKept: whether what `body` has returned is kept, and counts until the account ends.
  ///   - body: parses the text, and returns what is made of it.
  /// - Returns: what `body` has returned; nil if there was too little memory at any point of it, or it took too long.
  static func parsing<Result>(
    bytes: Int,
    keptIf isKept: (Result) -> Bool = { _ in true },
    _ body: () -> Result
  ) -> Result? {
    let text = bytes * textFactor
    if nav_markdown_depth() > 0 {
      nav_markdown_begin(0, 0, 0)
      let result = nav_markdown_charge(text) == 0 ? nil : body()
      return nav_markdown_end() == 0 ? nil : result
    }
    let most = text + treeLimit(ofBytes: bytes)
    let time = timeLimit(ofBytes: bytes)
    guard let account else { return inArena(of: most - text, time, body) }
    guard let reserved = account.reserve(moreThan: text, atMost: most) else { return nil }
    let result = inArena(of: reserved - text, time, body)
    let kept = result.map(isKept) == true ? bytes * keptFactor : 0
    account.release(reserved, keeping: kept)
    return result
  }

  private static func inArena<Result>(
    of bytes: Int,
    _ time: Duration,
    _ body: () -> Result
  ) -> Result? {
    nav_markdown_begin(bytes, Int64(time / .nanoseconds(1)), account?.owner ?? 0)
    let result = body()
    return nav_markdown_end() == 0 ? nil : result
  }

  /// Parses something else, of which it is known what it takes.
  ///
  /// - Parameters:
  ///   - bytes: the bytes that it takes.
  ///   - kept: the bytes of what is made of it.
  ///   - body: parses it; must end by itself.
  /// - Returns: what `body` has returned; nil if there is too little memory.
  /// - Throws: the error of `body`.
  static func taking<Result, Failure: Error>(
    _ bytes: Int,
    keeping kept: Int,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let account else { return try body() }
    guard let reserved = account.reserve(moreThan: bytes - 1, atMost: bytes) else { return nil }
    defer { account.release(reserved, keeping: kept) }
    return try body()
  }
}

extension TaskLocal {
  /// Calls a function with a value of the task; `withValue` would erase the type of its errors.
  func with<Result, Failure: Error>(
    _ value: Value,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outcome = withValue(value) { Swift.Result { () throws(Failure) in try body() } }
    return try outcome.get()
  }
}
