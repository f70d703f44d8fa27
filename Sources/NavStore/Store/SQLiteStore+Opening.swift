package import NavBase

extension SQLiteStore {
  /// Opens or creates the store of a state directory.
  ///
  /// Unusable files are set aside, see the module's documentation. A read-only directory is no error: its contents are
  /// read, `problem` holds the reason, and every commit tries again.
  ///
  /// - Parameters:
  ///   - directory: created for this user alone if it is missing.
  ///   - now: milliseconds since 1970.
  ///   - random: generates the key of a new store, so it must be unpredictable.
  /// - Returns: the store, its contents, and notes for users.
  /// - Throws: only `locked`, if another daemon uses the directory.
  package static func open(
    directory: String,
    epoch now: UInt64,
    random: inout some RandomNumberGenerator
  ) throws(StoreError) -> (SQLiteStore, StoredState, notes: [String]) {
    let files = StoreFiles(directory: directory)
    let key = (0..<StoreLimits.topicKeyBytes).map { _ in
      UInt8.random(in: .min ... .max, using: &random)
    }
    let newMark = StoreMark(bornEpoch: now, epoch: now, topicKey: key)
    var notes: [String] = []
    var lock: StoreLock?
    var problem: StoreError?
    var file: StateFile?
    var isReported = false
    do {
      try files.makeDirectory()
      lock = try StoreLock(files.lock)
      file = try StateFile.open(files, notes: &notes, isReported: &isReported)
    } catch .locked(let path, let pid) {
      throw .locked(path: path, pid: pid)
    } catch {
      problem = error
    }
    let contents =
      file.map(\.contents) ?? readCopy(files, notes: &notes, isReported: &isReported)
    let mark = contents?.mark.next(at: now) ?? newMark
    let store = SQLiteStore(
      files: files,
      marks: Marks(own: mark, known: Set(contents.map { [$0.mark] } ?? []), isReported: isReported),
      lock: lock
    )
    if let file { problem = store.adopt(file) }
    if let problem { store.begin(without: problem, notes: &notes) }
    return (store, StoredState(contents, mark), notes)
  }

  /// Takes over an open file after writing the mark of this start to it.
  ///
  /// - Returns: the reason if it could not be written.
  private func adopt(_ opened: StateFile) -> StoreError? {
    var opened = opened
    do {
      try opened.write(marks.own)
    } catch {
      opened.connection.close()
      return error
    }
    marks.known.insert(marks.own)
    file = opened
    checkpoints.restart()
    return nil
  }

  private func begin(without problem: StoreError, notes: inout [String]) {
    self.problem = problem
    notes.append("nothing is kept for now: \(problem)")
  }

  /// Reads the contents of a directory that can't be written.
  ///
  /// - Parameters:
  ///   - files: the files of the directory.
  ///   - notes: receives notes for users.
  ///   - isReported: whether users know what the contents lack; they do afterwards, unless a copy has to be made of it.
  /// - Returns: the contents; nil if there are none.
  private static func readCopy(
    _ files: StoreFiles,
    notes: inout [String],
    isReported: inout Bool
  ) -> StoredContents? {
    guard FileID.exists(files.database) else { return nil }
    do {
      let copy = try StateCopy(of: files.database)
      let (contents, inventory) = try StateFile.read(copy.path)
      guard !isReported else { return contents }
      let shortfalls = Shortfall.all(
        of: inventory,
        CommitFile.read(files.commits),
        boot: CommitFile.boot()
      )
      notes += shortfalls.map { $0.note(files.database, copy: nil) }
      isReported = !shortfalls.contains(where: \.needsCopy)
      return contents
    } catch {
      let reason =
        switch Obstacle(error, path: files.database) {
        case .damaged(let reason): "is damaged: \(reason)"
        case .newer(let schema): "was written by a newer navd (schema \(schema))"
        case .other(let error): "can't be read: \(error)"
        }
      notes.append("\(files.database) \(reason); an empty state begins")
      return nil
    }
  }

  /// Opens the file for a commit if it is not open.
  ///
  /// - Throws: the reason why the file still can't be written.
  func reopenIfNeeded() throws(StoreError) {
    guard file == nil else { return }
    try files.makeDirectory()
    if lock?.isAt(files.lock) != true {
      // A lock on a removed file excludes no other daemon.
      lock = nil
      lock = try StoreLock(files.lock)
    }
    var opened = try StateFile.open(files, notes: &notes, isReported: &marks.isReported)
    if let mark = opened.contents?.mark, !marks.known.contains(mark) {
      // The file's contents were never read, so they must not be replaced.
      opened.connection.close()
      let name = try files.setAside(as: "unread", stamp: StoreFiles.stamp())
      notes.append(
        "\(files.database) holds a state that this daemon has not read: it was renamed to \(name)"
      )
      opened = try StateFile.begin(files)
    }
    needsWhole = needsWhole || (opened.contents == nil && !marks.known.isEmpty)
    if let error = adopt(opened) { throw error }
  }
}

extension StoreMark {
  /// Returns the mark of the next start of the same store.
  fileprivate func next(at now: UInt64) -> StoreMark {
    StoreMark(
      bornEpoch: bornEpoch,
      epoch: max(epoch == .max ? .max : epoch + 1, now),
      topicKey: topicKey
    )
  }
}

extension StoredState {
  fileprivate init(_ contents: StoredContents?, _ mark: StoreMark) {
    self.init(
      bornEpoch: mark.bornEpoch,
      epoch: mark.epoch,
      topicKey: mark.topicKey,
      sessions: contents?.sessions ?? [],
      replies: contents?.replies ?? [],
      ledger: contents?.ledger ?? [],
      invitations: contents?.invitations ?? []
    )
  }
}
