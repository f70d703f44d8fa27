import NavBase

/// The length of the log: it is emptied before it is long, and before the disk is full.
extension SQLiteStore {
  /// Writes a batch; on a full disk once more, after emptying the log, which may be what fills it.
  func commit(_ batch: StoreBatch, to file: inout StateFile) throws -> Int {
    do {
      return try file.commit(batch)
    } catch let error as SQLiteError where error.code == .full {
      guard file.logLength > 0, worker.copied(within: StoreLimits.copyWait) != nil,
        (try? file.emptyLog()) == true
      else { throw error }
      checkpoints.finished(leaving: nil)
      return try file.commit(batch)
    }
  }

  /// Keeps the log short after a commit that left it with a length in bytes.
  func shortenLog(of file: inout StateFile, length: Int) {
    let free = freeBytes(forLogOf: length)
    var step = checkpoints.commit(
      leaving: length,
      free: free,
      copied: worker.copied(within: .zero)
    )
    if step == .wait {
      step = checkpoints.commit(
        leaving: length,
        free: free,
        copied: worker.copied(within: StoreLimits.copyWait)
      )
    }
    switch step {
    case .nothing, .wait: return
    case .copy: worker.checkpoint(of: file.identity)
    case .finish: emptyLog(of: &file, length: length)
    }
  }

  /// The free space of the disk, in bytes, as it was when the log was at most `StoreLimits.leastLogBytes` shorter.
  ///
  /// A short log is left to grow even on a full disk, so that most commits need not ask.
  private func freeBytes(forLogOf length: Int) -> Int {
    guard length > StoreLimits.leastLogBytes else { return .max }
    if let known = freeBytes, (0..<StoreLimits.leastLogBytes).contains(length - known.log) {
      return known.count
    }
    let count = files.freeBytes
    freeBytes = (count, length)
    return count
  }

  private func emptyLog(of file: inout StateFile, length: Int) {
    freeBytes = nil
    do {
      guard try !file.emptyLog() else { return checkpoints.finished(leaving: nil) }
      if length > StoreLimits.fullLogBytes {
        notes.append(
          "the log of \(files.database) has \(length >> 20) MiB and grows: another program reads the file all the time"
        )
      }
    } catch {
      notes.append("a checkpoint failed: \(StoreError(error, path: files.database))")
    }
    checkpoints.finished(leaving: length)
  }
}
