/// Types of Foundation and of other frameworks that a script does not have.
enum ForeignTypes {
  /// The text to write instead of a type; `nil` if it is not one of these.
  static func way(_ name: String) -> String? { ways[name] }

  private static let ways: [String: String] = [
    "URLSession": response, "URLRequest": response,
    "URL": "write the address as a string",
    "URLComponents": "write the address as a string",
    "Data": "write the value itself: values need no decoding",
    "JSONDecoder": "remove it: values need no decoding",
    "JSONEncoder": "remove it: values need no encoding",
    "NotificationCenter":
      "declare a subject: let notifications = PassthroughSubject()",
    "UserDefaults": "declare a class with the methods that are used: class Defaults { … }",
    "FileManager": "declare a class with the methods that are used: class Files { … }",
    "Bundle": "write the value itself",
    "DateFormatter": "write String(format: …)",
    "NumberFormatter": "write String(format: …)",
    "Date": now, "ProcessInfo": now,
    "AsyncStream": sequence, "AsyncThrowingStream": sequence,
    "Logger": "remove it: the picture shows all values",
  ]

  private static let response =
    "write the response as a publisher: cold(\"--r|\", r: …); a test can run the real file"
  private static let sequence =
    "write the elements as a publisher: cold(\"-a-b|\"); a test can record the real sequence"
  private static let now =
    "a script gives the same picture each time: write 'now', the number of the frame"
}
