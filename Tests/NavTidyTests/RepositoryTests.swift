import Foundation
import Testing

@Suite("The repository")
struct RepositoryTests {
  @Test("the top level contains only expected files")
  func topLevel() throws {
    let allowed: Set = ["Package.swift", "Sources", "Tests", "deploy", "proto", "README.md"]
    let found = try Repository.names(in: "")
      .filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }
    #expect(Set(found).subtracting(allowed) == [])
    #expect(found.contains("Package.swift") && found.contains("Sources"))
  }

  @Test("external packages have exact versions")
  func exactVersions() throws {
    let packages = try Repository.text("Package.swift").split(separator: "\n")
      .filter { $0.contains(".package(") }
    #expect(!packages.isEmpty)
    for package in packages {
      #expect(package.firstMatch(of: /exact: "\d+\.\d+\.\d+"/) != nil, "\(package)")
    }
  }

  @Test("every module and every folder of tests is a target")
  func targets() throws {
    let manifest = try Repository.text("Package.swift")
    let folders =
      try Repository.modules() + Repository.names(in: "Tests").filter { !$0.hasPrefix(".") }
    for folder in folders {
      let hasFiles = try !Repository.files(
        below: try (Repository.modules().contains(folder) ? "Sources/" : "Tests/") + folder,
        endings: ["swift", "c", "modulemap"]
      ).isEmpty
      let isTarget =
        manifest.contains("\"\(folder)\"") || manifest.contains("\"Tests/\(folder)/")
      #expect(!hasFiles || isTarget, "\(folder) is in no target")
    }
  }

  @Test("no file contains a path of a developer's machine")
  func machinePaths() throws {
    let path = /(^|[^\w.~}])\/(home|Users|root|work|mnt|Volumes)\/\w/
    let endings = ["swift", "c", "h", "modulemap", "proto", "md"]
    for file in try Repository.files(below: "Sources", endings: endings)
      + Repository.files(below: "proto", endings: endings)
    {
      for line in try Repository.text(file).split(separator: "\n") {
        #expect(line.firstMatch(of: path) == nil, "\(file): \(line)")
      }
    }
  }

  @Test("tests wait for conditions, never for a time, and use one test library")
  func testsDoNotSleep() throws {
    // Pauses that are part of what navbench measures: between requests, and until a kill at any moment.
    let paced = ["Measures/Reply", "Stress/Kills"]
      .map { "Tests/navbench/\($0).swift" }
    let sleep = /\b(u|nano)?sleep\s*\(|Thread\.sleep|Task\.sleep|import XCTest/
    for file in try Repository.files(below: "Tests", endings: ["swift"])
    where !file.hasPrefix("Tests/NavTidyTests/") && !paced.contains(file) {
      for line in try Repository.text(file).split(separator: "\n") {
        #expect(line.firstMatch(of: sleep) == nil, "\(file): \(line)")
      }
    }
  }
}
