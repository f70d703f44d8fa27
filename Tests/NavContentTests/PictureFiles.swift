import Foundation

/// Pictures as bytes of files.
enum PictureFiles {
  /// A PNG of 8 bits for each of red, green, blue and alpha; `pixels` are fewer than its size for a damaged one.
  static func png(_ width: UInt32, _ height: UInt32, pixels: [UInt8]) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 255) } }
    func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
      // The decoder does not look at the check sum.
      bytes(UInt32(content.count)) + Array(kind.utf8) + content + [0, 0, 0, 0]
    }
    let lines = stride(from: 0, to: pixels.count, by: Int(width) * 4).flatMap { start in
      [0] + pixels[start..<min(start + Int(width) * 4, pixels.count)]
    }
    // One block that is not compressed.
    let count = UInt16(lines.count)
    let sizes = [count, ~count].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    return [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]
      + chunk("IHDR", bytes(width) + bytes(height) + [8, 6, 0, 0, 0])
      + chunk("IDAT", [0x78, 0x01, 0x01] + sizes + lines + [0, 0, 0, 0]) + chunk("IEND", [])
  }

  /// 96 white pixels in 12 columns, of which the first two rows are transparent.
  static let plan = png(
    12,
    8,
    pixels: (0..<96).flatMap { [255, 255, 255, $0 < 24 ? 0 : 255] as [UInt8] }
  )

  /// A red pixel, as the first of two frames would be.
  static let gif: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0]
    + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

  /// 16x8 pixels: red on the left and blue on the right.
  static let jpeg = [UInt8](
    Data(
      base64Encoded: """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wCEAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQ\
        ERMUFRUVDA8XGBYUGBIUFRQBAwQEBQQFCQUFCRQNCw0UFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU\
        FBQUFBQUFBQUFP/AABEIAAgAEAMBIgACEQEDEQH/xAGiAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgsQAAIBAwMCBAMF\
        BQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElK\
        U1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV\
        1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+gEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoLEQACAQIEBAMEBwUEBAABAncA\
        AQIDEQQFITEGEkFRB2FxEyIygQgUQpGhscEJIzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RFRkdISUpTVFVWV1hZ\
        WmNkZWZnaGlqc3R1dnd4eXqCg4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2dri\
        4+Tl5ufo6ery8/T19vf4+fr/2gAMAwEAAhEDEQA/APnWvAa9+rwGv3H6Mn/M4/7gf+5j+jvpDf8AMq/7jf8AuI//2Q==
        """
    ) ?? Data()
  )

  /// The same as a lossy WebP.
  static let webp = [UInt8](
    Data(
      base64Encoded: """
        UklGRjwAAABXRUJQVlA4IDAAAABwAQCdASoQAAgAAsBMJa\
        ACdAFAAAD+8Ms//o+//rb//Wh/rb+tt/9tD03//rQTQAA=
        """
    ) ?? Data()
  )

  /// The same as a lossless WebP, whose first two rows are transparent.
  static let losslessWebP = [UInt8](
    Data(
      base64Encoded: """
        UklGRjAAAABXRUJQVlA4TCMAAAAvD8ABEBcQ8y\
        8gKPJ/tPkP+EAh2wjQSU7yPD+EiP5PgKINHwA=
        """
    ) ?? Data()
  )

  /// The lossless WebP as the first frame of one that moves.
  static let movingWebP: [UInt8] = {
    func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
      Array(kind.utf8) + [UInt8(content.count), 0, 0, 0] + content
    }
    let size: [UInt8] = [15, 0, 0, 7, 0, 0]
    let body =
      Array("WEBP".utf8) + chunk("VP8X", [0x12, 0, 0, 0] + size)
      + chunk("ANIM", [0, 0, 0, 0, 0, 0])
      + chunk("ANMF", [0, 0, 0, 0, 0, 0] + size + [100, 0, 0, 0] + losslessWebP.dropFirst(12))
    return chunk("RIFF", body)
  }()

  /// The JPEG with an orientation, in numbers of either byte order.
  static func jpeg(turned orientation: UInt8, isLittle: Bool = false) -> [UInt8] {
    let tag: [UInt8] =
      isLittle
      ? Array("II".utf8) + [
        42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0,
      ]
      : Array("MM".utf8) + [
        0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0,
      ]
    let segment = Array("Exif\0\0".utf8) + tag + [0, 0, 0, 0]
    return Array(jpeg.prefix(2)) + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment
      + jpeg.dropFirst(2)
  }

  /// The program's answer for a picture of 96 x 64 pixels, of which each side is shown as an eighth.
  static let answer: [UInt8] =
    [96, 64, 12, 8].flatMap { [$0, 0, 0, 0] }
    + (0..<96).flatMap { _ in [255, 255, 255, 255] as [UInt8] }
}
