import CSQLite
import Glibc
import NavBase
import Testing

@testable import NavStore

@Suite("Error messages of the store")
struct StoreErrorTests {
  @Test(
    "errors of SQLite by their remedy",
    arguments: [
      (SQLITE_FULL, .diskFull(path: "/f")),
      (SQLITE_READONLY, .notWritable(path: "/f", reason: "m")),
      (SQLITE_READONLY | 4 << 8, .notWritable(path: "/f", reason: "m")),
      (SQLITE_CANTOPEN, .notWritable(path: "/f", reason: "m")),
      (SQLITE_PERM, .notWritable(path: "/f", reason: "m")),
      (SQLITE_CORRUPT, .damaged(path: "/f", reason: "m")),
      (SQLITE_NOTADB, .damaged(path: "/f", reason: "m")),
      (SQLITE_IOERR, .io(path: "/f", reason: "m")),
      (SQLITE_IOERR | 4 << 8, .io(path: "/f", reason: "m")),
      (SQLITE_NOMEM, .io(path: "/f", reason: "m")),
      (SQLITE_BUSY, .io(path: "/f", reason: "another program writes into it (m)")),
      (SQLITE_CONSTRAINT, .io(path: "/f", reason: "it refuses the batch (m)")),
    ] as [(CInt, StoreError)]
  )
  func codes(_ code: CInt, _ expected: StoreError) {
    #expect(StoreError(SQLiteError(resultCode: code, message: "m"), path: "/f") == expected)
  }

  @Test(
    "error numbers of the system",
    arguments: [
      (EACCES, "can't write /f: Permission denied"),
      (EROFS, "can't write /f: Read-only file system"),
      (ENOTDIR, "can't write /f: Not a directory"), (ENOSPC, "no space is left for /f"),
      (EDQUOT, "no space is left for /f"), (EIO, "can't use /f: Input/output error"),
    ]
  )
  func numbers(_ code: CInt, _ text: String) {
    #expect("\(StoreError(system: code, path: "/f"))".hasPrefix(text))
  }

  @Test(
    "every text says what happened and what to do",
    arguments: [
      (
        .locked(path: "/d/lock", pid: 12),
        "the daemon with process id 12 holds /d/lock: stop it, or choose another state directory"
      ),
      (
        .locked(path: "/d/lock", pid: nil),
        "another daemon holds /d/lock: stop it, or choose another state directory"
      ),
      (
        .lockLost(path: "/d/lock"),
        "/d/lock was removed or replaced while navd runs, so another navd could write there: nothing is "
          + "written until navd holds it again, which it tries each second; never remove it"
      ),
      (
        .notWritable(path: "/d", reason: "r"),
        "can't write /d: r; give this user the right to write there, or choose another state directory"
      ),
      (
        .diskFull(path: "/d"),
        "no space is left for /d: free some, and everything is written within a second"
      ),
      (
        .damaged(path: "/d", reason: "r"),
        "/d is damaged: r; it is set aside and everything is written anew"
      ),
      (
        .io(path: "/d", reason: "r"),
        "can't use /d: r; it is tried again, check the disk if it lasts"
      ),
    ] as [(StoreError, String)]
  )
  func texts(_ error: StoreError, _ text: String) {
    #expect("\(error)" == text)
  }

  @Test("the numbers promised elsewhere")
  func limits() {
    #expect(StoreLimits.repliesPerClient == 64)
    #expect(StoreLimits.clientBytes == 16)
    #expect(StoreLimits.digestBytes == 16)
    #expect(StoreLimits.topicKeyBytes == 32)
  }
}
