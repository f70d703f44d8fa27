import Glibc
import NavBase
import NavTestKit
import Synchronization
import Testing

@testable import NavContent

/// The history and the differences of real repositories.
@Suite struct GitTests {
  private let directory = TemporaryDirectory()
  /// Limits for many programs in sequence, also on a busy machine.
  private static let patient = ProcessLimits(
    outputBytes: 16 << 20,
    time: .seconds(120),
    memory: 1 << 30
  )

  /// Runs a command in the repository.
  private func run(_ line: String) throws {
    let isolated = """
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
      export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@x.org GIT_AUTHOR_DATE='2026-01-02T03:04:05Z'
      export GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@x.org
      export GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE
      set -e
      """
    let output = try Invocation.shell(isolated + "\n" + line, directory: directory.root)
      .run(within: Self.patient)
    try #require(output.end.isSuccess, "\(String(decoding: output.bytes, as: UTF8.self))")
  }

  private func makeRepository() throws {
    try run(
      """
      git init -q -b main .
      printf 'one\\ntwo\\nthree\\n' >a.txt; printf 'x\\000y' >binary
      git add .; git commit -qm 'First'
      printf 'one\\n2\\nthree\\nfour\\n' >a.txt; mkdir d
      git mv binary d/moved; echo new >'d/b c.txt'
      git add .; git commit -qm 'Second: \u{1B}[31mé' -m 'Why it is so.'
      """
    )
  }

  private func whole(_ log: GitLog) throws -> (commits: [GitLog.Commit], note: String?) {
    // A hundred thousand commits are read in seconds, but a busy machine is slower.
    try eventually(
      "the whole list is there",
      within: .seconds(240),
      get: {
        let list = try log.list()
        return list.note?.hasSuffix("so far …") == true ? nil : list
      }
    )
  }

  @Test func theHistory() throws {
    try makeRepository()
    let log = try GitLog([], in: directory.root, changed: {})
    let list = try whole(log)
    #expect(list.commits.map(\.subject) == ["Second: \u{FFFD}[31mé", "First"])
    #expect(list.commits.map(\.date) == ["2026-01-02", "2026-01-02"])
    let first = try #require(list.commits.last)
    #expect(first.lead == "● \(first.shortHash) " && first.shortHash.count >= 7)
    #expect(first.hash.starts(with: first.shortHash.utf8) && first.author == "Ada")
    #expect(GitLog.details(of: list.commits) == ["Ada  2026-01-02", "Ada  2026-01-02"])
    #expect(list.note == nil)
    let newest = try #require(list.commits.first)
    #expect(newest.hash.count == 40)
    let document = log.document(newest.hash)
    #expect(
      document.headings(limit: 20).map { "\($0.level) \($0.title)" } == [
        "1 Second: \u{FFFD}[31mé", "2 a.txt", "3 @@ -1,3 +1,4 @@", "2 d/b c.txt", "3 @@ -0,0 +1 @@",
        "2 d/moved",
      ]
    )
    let lines = document.lines
    let paragraphs = document.blocks.compactMap { block in
      if case .paragraph(let text) = block { text.text } else { nil }
    }
    #expect(paragraphs.contains("Why it is so."))
    #expect(paragraphs.contains { $0.split(separator: "\n").contains("author Ada <ada@x.org>") })
    let counts = try #require(lines.firstIndex { $0.text.hasSuffix("  a.txt") })
    #expect(
      lines[counts..<counts + 4].map(\.text) == [
        "+2  -1  a.txt", "+1  -0  d/b c.txt", "binary  binary → d/moved", "+3  -1  3 files",
      ]
    )
    #expect(lines[counts].runs.map(\.style.role).prefix(3) == [.diffAdded, .plain, .diffRemoved])
    #expect(lines.first { $0.text == "+2" }?.runs.first?.style.role == .diffAdded)
    #expect(lines.first { $0.text == "-two" }?.runs.first?.style.role == .diffRemoved)
  }

  /// Makes a merge of a side branch that began at the first commit.
  private func makeMerge() throws {
    try run(
      """
      git init -q -b main .
      echo a >a; git add .; git commit -qm A
      git checkout -qb side; echo b >b; git add .
      GIT_AUTHOR_NAME='Grace Brewster Murray Hopper' git commit -qm B
      git checkout -q main; echo c >c; git add .; GIT_COMMITTER_DATE='2026-01-03T00:00:00Z' git commit -qm C
      GIT_COMMITTER_DATE='2026-01-04T00:00:00Z' git merge -q --no-ff -m M side
      """
    )
  }

  @Test func aMergeIsDrawn() throws {
    try makeMerge()
    let list = try whole(GitLog([], in: directory.root, changed: {}))
    #expect(
      list.commits.map { $0.graph + $0.subject } == ["●─╮ M", "● │ C", "│ ● B", "●─╯ A"]
    )
    let author = "Grace Brewster Mu…"
    #expect(
      GitLog.details(of: list.commits).map { String($0.dropLast("2026-01-02".count)) } == [
        "Ada                 ", "Ada                 ", author + "  ", "Ada                 ",
      ]
    )
    // Parents that are not in the list have no lane.
    let part = try whole(GitLog(["side..main"], in: directory.root, changed: {}))
    #expect(part.commits.map { $0.graph + $0.subject } == ["● M", "● C"])
    let path = try whole(GitLog(["--", "a", "b"], in: directory.root, changed: {}))
    #expect(path.commits.map { $0.graph + $0.subject } == ["● B", "● A"])
  }

  @Test("names that git quotes are real names, with pictures of control characters")
  func quotedNames() throws {
    try run(
      """
      git init -q -b main .
      name=$(printf 'a\\tb "é"\\033')
      echo x >"$name"; git add .; git commit -qm A
      git mv "$name" "$(printf 'c\\td')"; git commit -qm B
      """
    )
    let (old, new) = ("a␉b \"é\"␛", "c␉d")
    let log = try GitLog([], in: directory.root, changed: {})
    // They have the same date.
    let documents = Dictionary(
      uniqueKeysWithValues: try whole(log).commits.map { ($0.subject, log.document($0.hash)) }
    )
    let first = try #require(documents["A"])
    #expect(first.headings(limit: 9).map(\.title) == ["A", old, "@@ -0,0 +1 @@"])
    #expect(first.lines.first?.text == "+1  -0  " + old)
    let second = try #require(documents["B"])
    #expect(second.headings(limit: 9).map(\.title) == ["B", new])
    #expect(second.lines.first?.text == "+0  -0  \(old) → \(new)")
    for line in ["rename from " + old, "rename to " + new] {
      #expect(second.lines.contains { $0.text == line }, "\(line)")
    }
    let diff = try GitDiff(["HEAD~1"], in: directory.root)
    #expect(diff.files.map(\.label) == ["\(old) → \(new)"])
  }

  @Test func partsOfTheHistory() throws {
    try makeRepository()
    let first = try whole(GitLog(["HEAD~1"], in: directory.root, changed: {}))
    #expect(first.commits.map(\.subject) == ["First"])
    let path = try whole(GitLog(["--", "d"], in: directory.root, changed: {}))
    #expect(path.commits.count == 1)
    let none = try whole(GitLog(["HEAD..HEAD"], in: directory.root, changed: {}))
    #expect(none.commits.isEmpty && none.note == "There are no commits.")
  }

  @Test func differences() throws {
    try makeRepository()
    let diff = try GitDiff(["HEAD~1"], in: directory.root)
    #expect(
      diff.files.map { "\($0.label) | \($0.detail)" } == [
        "a.txt | +2  -1", "d/b c.txt | +1  -0", "binary → d/moved | binary",
      ]
    )
    let hunks = diff.document(Array("a.txt".utf8))
    #expect(hunks.headings(limit: 9).map(\.title) == ["@@ -1,3 +1,4 @@"])
    #expect(hunks.lines.contains { $0.text == "+four" })
    #expect(diff.document(Array("d/moved".utf8)).lines.contains { $0.text == "rename to d/moved" })
    #expect(diff.document(Array("other".utf8)).blocks.count == 1)
    // The same from an inner folder, with paths of the whole repository.
    let inner = try GitDiff(["HEAD~1"], in: directory.path("d"))
    #expect(inner.document(Array("a.txt".utf8)).lines.contains { $0.text == "+four" })
    #expect(try GitDiff([], in: directory.root).files.isEmpty)
  }

  @Test(
    "the entries of a directory have git's letters with their details, in its root and below it"
  )
  func marks() throws {
    func marks(_ path: String, _ details: Bool = true) throws -> [String] {
      let order = TreeOrder(showsDetails: details)
      return try openTree(path: path, order: order).entries.map { entry in
        entry.title + (entry.gitMark.map { "=" + String(UnicodeScalar($0)) } ?? "")
      }
    }
    try makeRepository()
    try run("echo more >>a.txt; echo new >e; echo new >d/n; mkdir -p u/v; echo new >u/v/w")
    let root = directory.root
    #expect(try marks(root) == ["d/=M", "u/=?", "a.txt=M", "e=?"])
    #expect(try marks(root, false) == ["d/", "u/", "a.txt", "e"])
    #expect(try marks(directory.path("d")) == ["b c.txt= ", "moved= ", "n=?"])
    #expect(try marks(directory.path("u")) == ["v/=?"])
    #expect(try marks(directory.path("u/v")) == ["w=?"])
    let entry = try openTree(path: root, order: TreeOrder(showsDetails: true)).entries[2]
    #expect(entry.detail.split(separator: " ").suffix(2).first == "M")
    // The link leads into the repository from outside.
    let other = TemporaryDirectory()
    other.link("in", to: directory.path("d"))
    #expect(try marks(other.path("in")) == ["b c.txt= ", "moved= ", "n=?"])
    #expect(try marks(other.root) == ["in/"])
  }

  /// Settings that name a program, which ends up as `$T` in a real repository of somebody else.
  private static let traps = [
    "git config diff.trap.textconv $T; echo '*.txt diff=trap' >.git/info/attributes",
    "git config diff.trap.command $T; echo '*.txt diff=trap' >.git/info/attributes",
    "git config diff.external $T",
    "git config filter.trap.clean $T; echo '*.txt filter=trap' >.git/info/attributes",
    "git config filter.a.b=c.process $T; git config filter.a.b=c.required true; echo '*.txt filter=a.b=c' >.git/info/attributes",
    "git config core.fsmonitor $T",
    "git config log.showSignature true; git config gpg.program $T",
    "git config core.pager $T; git config pager.log $T; git config pager.show $T",
    "for h in post-index-change reference-transaction fsmonitor-watchman; do cp $T .git/hooks/$h; done",
    """
    git init -q sub; git -C sub commit -q --allow-empty -m s; git add sub 2>/dev/null; git commit -qm 'a submodule'
    git -C sub config core.fsmonitor $T; echo x >sub/x
    """,
    """
    git config remote.origin.url ssh://localhost/x; git config remote.origin.promisor true
    git config extensions.partialClone origin; git config core.sshCommand $T
    rm .git/objects/$(git rev-parse HEAD:a.txt | sed 's:^..:&/:')
    """,
  ]

  @Test("a repository runs no program that it names", arguments: traps)
  func trap(_ trap: String) throws {
    try makeRepository()
    let name = directory.path("RAN")
    try run(
      """
      T=$PWD/.git/trap; printf '#!/bin/sh\\ntouch \(name)\\ncat "$1" 2>/dev/null || cat\\n' >$T; chmod +x $T
      \(trap)
      echo more >>a.txt; touch -d '2020-01-01' a.txt; rm -f \(name)
      """
    )
    let log = try GitLog([], in: directory.root, changed: {})
    for commit in try whole(log).commits { #expect(!log.document(commit.hash).blocks.isEmpty) }
    let diff = try? GitDiff([], in: directory.root)
    for file in diff?.files ?? [] { _ = diff?.document(file.key) }
    _ = try openTree(path: directory.root, order: TreeOrder(showsDetails: true))
    #expect(access(name, F_OK) != 0)
    // The trap itself works.
    try run("T=$PWD/.git/trap; echo | $T a.txt >/dev/null")
    #expect(access(name, F_OK) == 0)
  }

  @Test(
    "a repository's settings change no page",
    arguments: [
      "log.date human", "diff.noprefix true", "diff.mnemonicPrefix true", "diff.context 0",
      "diff.interHunkContext 9", "diff.algorithm patience", "i18n.logOutputEncoding latin1",
      "color.ui always", "color.diff always", "core.abbrev 40", "diff.renames false",
      "log.showRoot false", "log.follow true", "core.quotePath true", "diff.relative true",
      "diff.orderFile .git/order", "diff.srcPrefix x/", "diff.suppressBlankEmpty true",
    ]
  )
  func setting(_ setting: String) throws {
    try makeRepository()
    try run("echo more >>a.txt; printf 'd\\n*\\n' >.git/order")
    func pages() throws -> [String] {
      let log = try GitLog([], in: directory.root, changed: {})
      let commits = try whole(log).commits
      let diff = try GitDiff(["HEAD~1"], in: directory.root)
      return commits.map { "\($0)" } + commits.map { "\(log.document($0.hash).blocks)" }
        + diff.files.map { "\($0.label) \(diff.document($0.key).blocks)" }
    }
    let usual = try pages()
    try run("git config \(setting)")
    #expect(try pages() == usual)
  }

  @Test func unshowableRevisionsAreReported() throws {
    let outside = #expect(throws: ProgramError.self) { try GitDiff(["HEAD"], in: directory.root) }
    #expect(outside?.description.contains("git diff: ") == true)
    let log = try GitLog([], in: directory.root, changed: {})
    let error = #expect(throws: ProgramError.self) { _ = try whole(log) }
    #expect(error?.description.contains("not a git repository") == true)
    for option in ["--output=x", "-p", "--no-index"] {
      #expect(throws: ProgramError.self) { try GitDiff([option], in: directory.root) }
      #expect(throws: ProgramError.self) {
        _ = try GitLog([option], in: directory.root, changed: {})
      }
    }
    try makeRepository()
    let unknown = #expect(throws: ProgramError.self) { try GitDiff(["nope"], in: directory.root) }
    #expect(unknown?.description.contains("nope") == true)
    let known = try GitLog([], in: directory.root, changed: {})
    for hash in ["--output=x", "nope", "a b", ""] {
      #expect(known.document(Array(hash.utf8)).blocks.count == 1, "\(hash)")
    }
  }

  /// With a sanitizer and other tests beside it, reading so many takes longer than git may run.
  @Test(.enabled(if: !isSanitized)) func aLongHistoryArrivesInPartsUpToItsLimit() throws {
    // Fast commits, one more than are shown.
    let count = GitLog.commitLimit + 1
    let script = """
      git init -q -b main .
      awk 'BEGIN { for (i = 1; i <= \(count); i++) {
        print "commit refs/heads/main\\ncommitter Ada <a@x> " i " +0000"
        print "data " length(i "") "\\n" i } }' \
        | git fast-import --quiet
      """
    let isolated = "export GIT_CONFIG_GLOBAL=/dev/null; set -e\n" + script
    let output = try Invocation.shell(isolated, directory: directory.root)
      .run(within: Self.patient)
    try #require(output.end.isSuccess, "\(String(decoding: output.bytes, as: UTF8.self))")
    let log = try GitLog([], in: directory.root, changed: {})
    let list = try whole(log)
    #expect(list.commits.count == GitLog.commitLimit)
    #expect(list.commits.first?.subject == "\(count)")
    #expect(list.note == "Only the first 100,000 commits are shown.")
  }
}

extension TextDocument {
  /// All lines of preformatted blocks.
  fileprivate var lines: [StyledText] {
    blocks.flatMap { block -> [StyledText] in
      if case .preformatted(let lines) = block { lines } else { [] }
    }
  }
}

@Suite("Counts of changed lines")
struct DiffCountsTests {
  @Test("signs are aligned, for any counts")
  func aligned() {
    let counts = [(2, 1), (120, 0), (nil, nil), (0, 33)].map {
      DiffCounts(added: $0.0, removed: $0.1)
    }
    #expect(
      DiffCounts.aligned(counts) == ["  +2   -1", "+120   -0", "   binary", "  +0  -33"]
    )
    #expect(DiffCounts.aligned([]) == [] && DiffCounts.aligned([counts[2]]) == ["binary"])
  }

  @Test("a table of files has a line for the total")
  func lines() {
    let files = [
      ("a", DiffCounts(added: 2, removed: 1)), ("b", DiffCounts(added: nil, removed: nil)),
      ("c", DiffCounts(added: 1_000, removed: 0)),
    ]
    #expect(
      DiffCounts.lines(of: files).map(\.text) == [
        "   +2  -1  a", "   binary  b", "+1000  -0  c", "+1002  -1  3 files",
      ]
    )
    #expect(DiffCounts.lines(of: [files[0]]).map(\.text) == ["+2  -1  a"])
  }
}
