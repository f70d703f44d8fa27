import Foundation
import Glibc
import NavBase
import NavTestKit
import Testing

@testable import NavStore

/// Runs a body with a user without special rights for file access, if root runs the tests.
///
/// Linux keeps this user per thread, so that concurrent tests are not affected.
private func asOrdinaryUser<T>(_ body: () throws -> T) throws -> T {
  guard geteuid() == 0 else { return try body() }
  typealias Call = @convention(c) (UInt32) -> CInt
  let symbol = try #require(dlsym(nil, "setfsuid"))
  let setfsuid = unsafeBitCast(symbol, to: Call.self)
  _ = setfsuid(65_534)
  defer { _ = setfsuid(0) }
  return try body()
}

/// Mounts a file system of 1 MiB at a path while a body runs.
private func onTinyDisk(_ path: String, _ body: () throws -> Void) throws {
  try #require(mount("none", path, "tmpfs", 0, "size=1m") == 0)
  defer { umount2(path, CInt(MNT_DETACH)) }
  try body()
}

/// Root may mount, in most containers too.
private let canMount: Bool = {
  guard let directory = try? StateDirectory() else { return false }
  return (try? onTinyDisk(directory.path) {}) != nil
}()

@Suite("Failing writes")
struct FailureTests {
  private static let whole = StoreBatch {
    $0.isWhole = true
    $0.heads = [SessionHead(id: 9, name: "whole", content: [9])]
  }

  @Test("a full database refuses a commit, loses nothing and accepts the next that fits")
  func full() throws {
    let (directory, store) = try StateDirectory.opened(.head(1, "a"))
    let pages = try #require(try store.query("PRAGMA page_count"))
    try store.query("PRAGMA max_page_count = \(pages + 8)")
    var large = StoreBatch.change(1, 1, Array(repeating: 1, count: 200_000))
    large.replies = [.of(1, 1)]
    for _ in 0..<3 {
      #expect(throws: StoreError.diskFull(path: directory.files.database)) {
        try store.commit(large)
      }
      #expect(store.problem == .diskFull(path: directory.files.database))
    }
    #expect(
      try directory.stateAfterKill().sessions == [SessionRecord(id: 1, name: "a", content: [1])]
    )
    try store.commit(.change(1, 2, [2]))
    #expect(store.problem == nil)
    try store.query("PRAGMA max_page_count = 1000000")
    try store.commit(large)
    let state = try directory.stateAfterKill()
    #expect(state.sessions[0].changes.map(\.count) == [1, 200_000])
    #expect(state.replies == [.of(1, 1)])
  }

  @Test("a full file system refuses a commit and accepts one that fits", .enabled(if: canMount))
  func fullDisk() throws {
    let directory = try StateDirectory()
    try onTinyDisk(directory.path) {
      let (store, _, _) = try directory.open()
      try store.commit(.head(1, "a"))
      try directory.write(Array(repeating: 1, count: 100_000), to: "ballast")
      let large = StoreBatch.change(1, 1, Array(repeating: 1, count: 1_000_000))
      for _ in 0..<2 {
        #expect(throws: StoreError.diskFull(path: directory.files.database)) {
          try store.commit(large)
        }
      }
      truncate(directory.path + "/ballast", 0)
      try store.commit(.change(1, 2, [2]))
      #expect(store.problem == nil)
      #expect(try directory.stateAfterKill().sessions[0].changes == [[2]])
      store.close()
      #expect(try directory.open().state.sessions[0].changes == [[2]])
    }
  }

  @Test("the log never fills a small disk by itself", .enabled(if: canMount))
  func logOnSmallDisk() throws {
    let directory = try StateDirectory()
    try onTinyDisk(directory.path) {
      let (store, _, _) = try directory.open()
      try store.commit(.head(1, "a"))
      // Ten times as much as the disk holds.
      for version in 1...500 as ClosedRange<UInt64> {
        try store.commit(
          .snapshot(1, version, Array(repeating: UInt8(version % 256), count: 20_000))
        )
      }
      #expect(store.takeNotes() == [])
      #expect(try directory.stateAfterKill().sessions[0].version == 500)
    }
  }

  @Test("a disk that the log has filled is usable again without a restart", .enabled(if: canMount))
  func diskFullOfLog() throws {
    let directory = try StateDirectory()
    try onTinyDisk(directory.path) {
      let (store, _, _) = try directory.open()
      try store.commit(.head(1, "a"))
      var version: UInt64 = 0
      func commit() throws {
        version += 1
        let bytes = [UInt8](repeating: UInt8(version % 256), count: 9_000)
        try store.commit(.snapshot(1, version, bytes))
      }
      for _ in 0..<3 { try commit() }
      store.idle()
      _ = store.waitForWorker()
      // A reader keeps the log from being emptied.
      let shell = try Connection(path: directory.files.database)
      try shell.trial(.deferred) { () throws in
        #expect(try shell.number("SELECT count(*) FROM session") == 1)
        #expect(throws: StoreError.diskFull(path: directory.files.database)) {
          while version < 1_000 { try commit() }
        }
        #expect(store.problem == .diskFull(path: directory.files.database))
      }
      for _ in 0..<300 { try commit() }
      #expect(store.problem == nil)
      #expect(try directory.stateAfterKill().sessions[0].version == version)
    }
  }

  @Test("with a disk full from the start the sessions are still read", .enabled(if: canMount))
  func fullAtStart() throws {
    let directory = try StateDirectory()
    try onTinyDisk(directory.path) {
      let (first, _, _) = try directory.open(at: 1_000)
      try first.commit(.head(1, "a"))
      first.close()
      unlink(directory.files.database + "-shm")
      unlink(directory.files.log)
      // As much as fits, and no more.
      for (name, size) in [("big", 1 << 16), ("small", 512)] {
        let file = fopen(directory.path + "/" + name, "w")
        let block = [UInt8](repeating: 1, count: size)
        while fwrite(block, 1, size, file) == size, fflush(file) == 0 {}
        fclose(file)
      }
      let (store, state, notes) = try directory.open(at: 2_000)
      #expect(state.sessions.map(\.name) == ["a"])
      #expect(state.epoch == 2_000)
      #expect(store.problem == .diskFull(path: directory.files.database))
      #expect(notes.count == 1)
      #expect(throws: StoreError.diskFull(path: directory.files.database)) {
        try store.commit(.change(1, 1, [1]))
      }
      // A program that another test starts may hold the file: its bytes go, not only its name.
      truncate(directory.path + "/big", 0)
      try store.commit(.change(1, 2, [2]))
      #expect(try directory.stateAfterKill().sessions[0].changes == [[2]])
    }
  }

  @Test("a read-only directory: its content is read, later commits try again")
  func readOnly() throws {
    for isKilled in [false, true] {
      let directory = try StateDirectory()
      let (first, before, _) = try directory.open(at: 1_000)
      try first.commit(.head(1, "a"))
      try first.commit(.change(1, 4, [4]))
      if isKilled {
        let copy = try directory.copy()
        first.close()
        for name in ["state.sqlite", "state.sqlite-wal"] {
          try directory.write(copy.bytes(name), to: name)
        }
        unlink(directory.files.database + "-shm")
      } else {
        first.close()
      }
      let names = try directory.names()
      for name in names { chmod(directory.path + "/" + name, 0o444) }
      chmod(directory.path, 0o555)
      try asOrdinaryUser {
        let (store, state, notes) = try directory.open(at: 500)
        #expect(state.place.sessions.map(\.changes) == [[[4]]])
        #expect(state.bornEpoch == 1_000)
        #expect(state.epoch == 1_001)
        #expect(state.topicKey == before.topicKey)
        guard case .notWritable = store.problem else {
          Issue.record("\(String(describing: store.problem))")
          return
        }
        #expect(notes.count == 1)
        #expect(notes.first?.hasPrefix("nothing is kept for now: can't write") == true)
        for _ in 0..<2 {
          #expect(throws: StoreError.self) { try store.commit(.change(1, 5, [5])) }
        }
        guard case .failure(.notWritable) = store.waitForWorker() else {
          Issue.record("a sync without a file must fail")
          return
        }
        store.idle()
        #expect(try directory.names() == names)
        store.close()
      }
      // Writable again.
      chmod(directory.path, 0o700)
      for name in names { chmod(directory.path + "/" + name, 0o600) }
      let (store, state, notes) = try directory.open(at: 500)
      #expect(state.sessions.map(\.changes) == [[[4]]])
      #expect(notes == [])
      #expect(store.problem == nil)
    }
  }

  @Test("a directory that becomes writable gets the epoch and everything committed from then on")
  func writableLater() throws {
    let directory = try StateDirectory()
    let (first, _, _) = try directory.open(at: 1_000)
    try first.commit(.head(1, "a"))
    first.close()
    // Its lock can't be opened by anybody.
    unlink(directory.files.lock)
    mkdir(directory.files.lock, 0o700)
    let (store, state, _) = try directory.open(at: 7_000)
    #expect(state.sessions.map(\.name) == ["a"])
    #expect(throws: StoreError.self) { try store.commit(.change(1, 1, [1])) }
    #expect(try directory.stateAfterKill().epoch == 1_001)
    rmdir(directory.files.lock)
    try store.commit(.change(1, 2, [2]))
    #expect(store.problem == nil)
    #expect(store.takeNotes() == [])
    let killed = try directory.stateAfterKill()
    #expect(killed.epoch == 7_001)
    #expect(killed.bornEpoch == 1_000)
    #expect(
      killed.sessions == [SessionRecord(id: 1, name: "a", content: [1], version: 2, changes: [[2]])]
    )
    #expect(throws: StoreError.locked(path: directory.files.lock, pid: getpid())) {
      try directory.open()
    }
    store.close()
  }

  @Test("while a file is where the directory should be, nothing is kept")
  func noDirectory() throws {
    let directory = try StateDirectory()
    try directory.write([1], to: "nav")
    let path = directory.path + "/nav"
    var random = SplitMix64(seed: 3)
    let (store, state, notes) = try SQLiteStore.open(directory: path, epoch: 70, random: &random)
    #expect(state == StoredState(bornEpoch: 70, epoch: 70, topicKey: state.topicKey))
    #expect(notes.count == 1)
    #expect(throws: StoreError.self) { try store.commit(.head(1, "a")) }
    unlink(path)
    try store.commit(.head(1, "a"))
    #expect(store.problem == nil)
    store.close()
    let again = try SQLiteStore.open(directory: path, epoch: 60, random: &random)
    #expect(
      again.1.place
        == StoredState(
          bornEpoch: 70,
          epoch: 0,
          topicKey: state.topicKey,
          sessions: [SessionRecord(id: 1, name: "a", content: [1])]
        )
    )
    #expect(again.1.epoch == 71)
    again.0.close()
  }

  @Test("a path where no directory is possible does not prevent a start")
  func nowhere() throws {
    var random = SplitMix64(seed: 3)
    for path in ["/proc/navd-state", "/dev/null/state", "/" + String(repeating: "x", count: 300)] {
      let (store, state, notes) = try SQLiteStore.open(directory: path, epoch: 7, random: &random)
      #expect(state.epoch == 7)
      #expect(notes.count == 1)
      guard case .notWritable = store.problem else {
        Issue.record("\(path): \(String(describing: store.problem))")
        continue
      }
      #expect(throws: StoreError.self) { try store.commit(.head(1, "a")) }
      #expect(store.close())
    }
  }

  @Test("a state that could not be read is set aside by the first commit that can write")
  func unread() throws {
    let directory = try StateDirectory()
    let hidden = try StateDirectory()
    let (other, _, _) = try hidden.open(seed: 2)
    try other.commit(.head(5, "unseen"))
    other.close()
    // The path does not exist yet, and can't be created.
    try directory.write([1], to: "nav")
    var random = SplitMix64(seed: 3)
    let path = directory.path + "/nav"
    let (store, _, _) = try SQLiteStore.open(directory: path, epoch: 70, random: &random)
    unlink(path)
    rename(hidden.path, path)
    try store.commit(Self.whole)
    let notes = store.takeNotes()
    #expect(notes.count == 1)
    let name = try #require(notes.first?.split(separator: " ").last)
    #expect(name.contains("state.sqlite.unread-20"))
    #expect(store.takeNotes() == [])
    store.close()
    #expect(
      try SQLiteStore.open(directory: path, epoch: 1, random: &random).1.sessions.map(\.name) == [
        "whole"
      ]
    )
    // The file set aside has lost nothing.
    let aside = try StateDirectory()
    rename(String(name), aside.files.database)
    #expect(try aside.open().state.sessions.map(\.name) == ["unseen"])
  }

  @Test("removed or replaced files are noticed at the next commit")
  func removed() throws {
    for ending in ["", "-wal"] {
      for isReplaced in [false, true] {
        let directory = try StateDirectory()
        let (store, before, _) = try directory.open(at: 30)
        try store.commit(.head(1, "a"))
        let bytes = try directory.bytes("state.sqlite" + ending)
        unlink(directory.files.database + ending)
        if isReplaced { try directory.write(bytes, to: "state.sqlite" + ending) }
        store.idle()
        #expect(throws: StoreError.self) { try store.commit(.change(1, 1, [1])) }
        guard case .damaged = store.problem else {
          Issue.record("\(String(describing: store.problem))")
          continue
        }
        if ending == "", !isReplaced {
          // Its changes alone would be half of a state.
          #expect(throws: StoreError.self) { try store.commit(.change(1, 1, [1])) }
        }
        try store.commit(Self.whole)
        #expect(store.problem == nil)
        let state = try directory.stateAfterKill()
        #expect(state.sessions.map(\.name) == ["whole"])
        #expect(state.bornEpoch == 30)
        #expect(state.topicKey == before.topicKey)
        try store.commit(.change(9, 1, [1]))
        store.close()
        #expect(try directory.open().state.sessions.map(\.changes) == [[[1]]])
      }
    }
  }

  @Test("a look finds files that were removed, and the next whole batch makes them anew")
  func look() throws {
    for name in ["state.sqlite", "state.sqlite-wal", "lock"] {
      let (directory, store) = try StateDirectory.opened(.head(1, "a"))
      try store.look()
      unlink(directory.path + "/" + name)
      try store.commit(.change(1, 1, [1]), looks: false)
      #expect(throws: StoreError.self) { try store.look() }
      #expect(store.problem != nil)
      // There is nothing to look at until a commit opens the files again.
      try store.look()
      try store.commit(Self.whole, looks: false)
      #expect(store.problem == nil)
      try store.look()
      #expect(try directory.stateAfterKill().sessions.map(\.name) == ["whole"])
    }
  }

  @Test("a daemon whose files were all removed does not write to those of the next one")
  func succeeded() throws {
    let directory = try StateDirectory()
    let (old, _, _) = try directory.open(at: 10)
    try old.commit(.head(1, "old"))
    for name in try directory.names() { unlink(directory.path + "/" + name) }
    let (new, state, _) = try directory.open(at: 20)
    #expect(state.sessions == [])
    try new.commit(.head(2, "new"))
    #expect(throws: StoreError.self) { try old.commit(Self.whole) }
    for _ in 0..<2 {
      #expect(throws: StoreError.locked(path: directory.files.lock, pid: getpid())) {
        try old.commit(Self.whole)
      }
    }
    try new.commit(.change(2, 1, [1]))
    #expect(try directory.stateAfterKill().sessions.map(\.changes) == [[[1]]])
    // When that one ends, its state is not overwritten either.
    new.close()
    try old.commit(Self.whole)
    #expect(old.takeNotes().first?.contains("state.sqlite.unread-") == true)
    #expect(try directory.stateAfterKill().sessions.map(\.name) == ["whole"])
  }

  @Test("a lock that was removed or replaced is noticed by the next commit, and taken again")
  func lockLost() throws {
    for isReplaced in [false, true] {
      let (directory, store) = try StateDirectory.opened(.head(1, "a"))
      unlink(directory.files.lock)
      if isReplaced { try directory.write([], to: "lock") }
      #expect(throws: StoreError.lockLost(path: directory.files.lock)) {
        try store.commit(.change(1, 1, [1]))
      }
      #expect(store.problem == .lockLost(path: directory.files.lock))
      #expect(try directory.stateAfterKill().sessions[0].changes == [])
      try store.commit(.change(1, 2, [2]))
      #expect(store.problem == nil)
      #expect(store.takeNotes() == [])
      #expect(throws: StoreError.locked(path: directory.files.lock, pid: getpid())) {
        try directory.open()
      }
      #expect(try directory.stateAfterKill().sessions[0].changes == [[2]])
    }
  }

  @Test("a daemon whose lock was removed writes nothing while another one has it")
  func lockTaken() throws {
    let directory = try StateDirectory()
    let (old, _, _) = try directory.open()
    try old.commit(.head(1, "a"))
    unlink(directory.files.lock)
    let (new, state, _) = try directory.open()
    #expect(state.sessions.map(\.name) == ["a"])
    #expect(throws: StoreError.lockLost(path: directory.files.lock)) {
      try old.commit(.change(1, 1, [1]))
    }
    for _ in 0..<2 {
      #expect(throws: StoreError.locked(path: directory.files.lock, pid: getpid())) {
        try old.commit(Self.whole)
      }
    }
    try new.commit(.change(1, 2, [2]))
    #expect(try directory.stateAfterKill().sessions.map(\.changes) == [[[2]]])
  }

  @Test("a program that writes into the file delays a commit briefly, then the commit is refused")
  func busy() throws {
    let (directory, store) = try StateDirectory.opened(.head(1, "a"))
    let shell = try Connection(path: directory.files.database)
    try shell.trial(.immediate) {
      let start = ContinuousClock.now
      #expect(throws: StoreError.self) { try store.commit(.change(1, 1, [1])) }
      let waited = ContinuousClock.now - start
      #expect(waited >= StoreLimits.busyWait / 2)
      #expect(waited < .seconds(60))
    }
    #expect("\(try #require(store.problem))".contains("another program writes into it"))
    try store.commit(.change(1, 2, [2]))
    #expect(try directory.stateAfterKill().sessions[0].changes == [[2]])
  }

  @Test("a file damaged while it is in use is set aside by a later commit")
  func damagedInUse() throws {
    let (directory, store) = try StateDirectory.opened()
    for id in 1...60 as ClosedRange<UInt64> {
      try store.commit(.head(id, "s", content: Array(repeating: 2, count: 3_000)))
    }
    store.idle()
    _ = store.waitForWorker()
    let descriptor = open(directory.files.database, O_WRONLY)
    let noise = [UInt8](repeating: 0x5a, count: 4_096)
    for page in 2...20 { _ = pwrite(descriptor, noise, noise.count, page * 4_096) }
    close(descriptor)
    // Cached pages may hide the damage from the open connection.
    try store.query("PRAGMA shrink_memory")
    #expect(throws: StoreError.self) {
      for id in 1...60 as ClosedRange<UInt64> { try store.commit(.head(id, "t")) }
    }
    guard case .damaged = store.problem else {
      Issue.record("\(String(describing: store.problem))")
      return
    }
    #expect(throws: StoreError.self) { try store.commit(.head(1, "t")) }
    try store.commit(Self.whole)
    let notes = store.takeNotes()
    #expect(notes.count == 1)
    #expect(notes.first?.contains("state.sqlite.damaged-") == true)
    #expect(try directory.stateAfterKill().sessions.map(\.name) == ["whole"])
  }
}
