import CoreDataModels

extension CoreDataForm {
  /// Relationships with many records at both ends, which a table joins.
  static let manyToManys = [
    joinNamedByEitherEnd, orderedManyToMany, manyToManyOfItself, manyToManyOfTree,
  ]

  private static let name = ModelAttribute(name: "name", type: .string)

  private static func link(
    _ name: String,
    _ destination: String,
    _ inverse: String,
    isOrdered: Bool = false
  ) -> ModelRelationship {
    ModelRelationship(
      name: name,
      destination: destination,
      inverse: inverse,
      maxCount: 0,
      isOrdered: isOrdered
    )
  }

  private static let joinNamedByEitherEnd = CoreDataForm(
    name: "many-to-many, the table named by either end",
    entities: [
      ModelEntity(
        name: "Post",
        attributes: [name],
        relationships: [link("readers", "User", "read"), link("tags", "Tag", "posts")]
      ),
      ModelEntity(name: "Tag", attributes: [name], relationships: [link("posts", "Post", "tags")]),
      ModelEntity(
        name: "User",
        attributes: [name],
        relationships: [link("read", "Post", "readers")]
      ),
    ],
    sql: table("ZPOST", "ZNAME VARCHAR") + table("ZTAG", "ZNAME VARCHAR")
      + table("ZUSER", "ZNAME VARCHAR") + """
        CREATE TABLE Z_1TAGS (Z_1POSTS INTEGER, Z_2TAGS INTEGER, PRIMARY KEY (Z_1POSTS, Z_2TAGS));
        CREATE TABLE Z_3READ (Z_1READ1 INTEGER, Z_3READERS INTEGER, PRIMARY KEY (Z_1READ1, Z_3READERS));
        INSERT INTO ZPOST VALUES (1, 1, 1, 'p'), (2, 1, 1, 'q');
        INSERT INTO ZTAG VALUES (1, 2, 1, 's'), (2, 2, 1, 't');
        INSERT INTO ZUSER VALUES (1, 3, 1, 'u'), (2, 3, 1, 'v');
        INSERT INTO Z_1TAGS VALUES (1, 1), (1, 2), (2, 2);
        INSERT INTO Z_3READ VALUES (1, 2), (2, 1), (2, 2);
        """,
    declarations: """
      model Post {
        name: String?
        readers: [User] inverse read
        tags: [Tag] inverse posts
        display name
      }

      model Tag {
        name: String?
        posts: [Post] inverse tags
        display name
      }

      model User {
        name: String?
        read: [Post] inverse readers
        display name
      }
      """,
    answers: [
      (
        "fetch Post select name, list(readers.name) as r, list(tags.name) as t",
        "name,r,t | p,\"[\"\"v\"\"]\",\"[\"\"s\"\",\"\"t\"\"]\" | q,\"[\"\"u\"\",\"\"v\"\"]\",\"[\"\"t\"\"]\""
      ),
      (
        "fetch User select name, list(read.name) as r",
        "name,r | u,\"[\"\"q\"\"]\" | v,\"[\"\"p\"\",\"\"q\"\"]\""
      ), ("fetch Tag where any posts.name == \"q\" select name", "name | t"),
    ]
  )

  private static let orderedManyToMany = CoreDataForm(
    name: "many-to-many, ordered at one end or at both",
    entities: [
      ModelEntity(
        name: "Album",
        attributes: [name],
        relationships: [link("songs", "Song", "albums", isOrdered: true)]
      ),
      ModelEntity(
        name: "Song",
        attributes: [name],
        relationships: [
          link("albums", "Album", "songs"),
          link("singers", "Singer", "songs", isOrdered: true),
        ]
      ),
      ModelEntity(
        name: "Singer",
        attributes: [name],
        relationships: [link("songs", "Song", "singers", isOrdered: true)]
      ),
    ],
    // Numbers: Album 1, Singer 2, Song 3.
    sql: table("ZALBUM", "ZNAME VARCHAR") + table("ZSONG", "ZNAME VARCHAR")
      + table("ZSINGER", "ZNAME VARCHAR") + """
        CREATE TABLE Z_1SONGS (Z_1ALBUMS INTEGER, Z_3SONGS INTEGER, Z_FOK_3SONGS INTEGER, PRIMARY KEY (Z_1ALBUMS, Z_3SONGS));
        CREATE TABLE Z_2SONGS (Z_2SINGERS INTEGER, Z_FOK_2SINGERS INTEGER, Z_3SONGS1 INTEGER, Z_FOK_3SONGS1 INTEGER,
          PRIMARY KEY (Z_2SINGERS, Z_3SONGS1));
        INSERT INTO ZALBUM VALUES (1, 1, 1, 'x');
        INSERT INTO ZSINGER VALUES (1, 2, 1, 'm'), (2, 2, 1, 'n');
        INSERT INTO ZSONG VALUES (1, 3, 1, 'a'), (2, 3, 1, 'b'), (3, 3, 1, 'c');
        INSERT INTO Z_1SONGS VALUES (1, 1, 3072), (1, 2, 1024), (1, 3, 2048);
        INSERT INTO Z_2SONGS VALUES (1, 2048, 1, 3072), (2, 1024, 1, 2048), (2, 2048, 3, 1024), (1, 1024, 3, 2048);
        """,
    declarations: """
      model Album {
        name: String?
        songs: [Song] inverse albums ordered
        display name
      }

      model Singer {
        name: String?
        songs: [Song] inverse singers ordered
        display name
      }

      model Song {
        name: String?
        albums: [Album] inverse songs
        singers: [Singer] inverse songs ordered
        display name
      }
      """,
    answers: [
      ("fetch Album select list(songs.name) as s", "s | \"[\"\"b\"\",\"\"c\"\",\"\"a\"\"]\""),
      (
        "fetch Song select name, list(singers.name) as s",
        "name,s | a,\"[\"\"n\"\",\"\"m\"\"]\" | b,[] | c,\"[\"\"m\"\",\"\"n\"\"]\""
      ),
      (
        "fetch Singer select name, list(songs.name) as s",
        "name,s | m,\"[\"\"c\"\",\"\"a\"\"]\" | n,\"[\"\"c\"\",\"\"a\"\"]\""
      ),
    ]
  )

  private static let manyToManyOfItself = CoreDataForm(
    name: "many-to-many of an entity with itself",
    entities: [
      ModelEntity(
        name: "User",
        attributes: [name],
        relationships: [
          link("followers", "User", "following"), link("following", "User", "followers"),
          link("friends", "User", "friends"),
        ]
      )
    ],
    sql: table("ZUSER", "ZNAME VARCHAR") + """
      CREATE TABLE Z_1FOLLOWING (Z_1FOLLOWERS INTEGER, Z_1FOLLOWING INTEGER, PRIMARY KEY (Z_1FOLLOWERS, Z_1FOLLOWING));
      CREATE TABLE Z_1FRIENDS (Z_1FRIENDS INTEGER, Z_1FRIENDS1 INTEGER, PRIMARY KEY (Z_1FRIENDS, Z_1FRIENDS1));
      INSERT INTO ZUSER VALUES (1, 1, 1, 'a'), (2, 1, 1, 'b'), (3, 1, 1, 'c');
      INSERT INTO Z_1FOLLOWING VALUES (1, 2), (3, 2), (2, 3);
      INSERT INTO Z_1FRIENDS VALUES (1, 2), (2, 1), (3, 3);
      """,
    declarations: """
      model User {
        name: String?
        followers: [User] inverse following
        following: [User] inverse followers
        friends: [User] inverse friends
        display name
      }
      """,
    answers: [
      (
        "fetch User select name, list(following.name) as to, list(followers.name) as `of`",
        "name,to,of | a,\"[\"\"b\"\"]\",[] | b,\"[\"\"c\"\"]\",\"[\"\"a\"\",\"\"c\"\"]\""
          + " | c,\"[\"\"b\"\"]\",\"[\"\"b\"\"]\""
      ),
      (
        "fetch User select name, list(friends.name) as f",
        "name,f | a,\"[\"\"b\"\"]\" | b,\"[\"\"a\"\"]\" | c,\"[\"\"c\"\"]\""
      ),
    ]
  )

  private static let manyToManyOfTree = CoreDataForm(
    name: "many-to-many inherited by entities that specialize another",
    entities: [
      ModelEntity(
        name: "Media",
        isAbstract: true,
        attributes: [name],
        relationships: [link("topics", "Topic", "media")]
      ), ModelEntity(name: "Clip", parent: "Media"),
      ModelEntity(
        name: "Photo",
        parent: "Media",
        relationships: [link("faces", "Topic", "photos")]
      ),
      ModelEntity(
        name: "Topic",
        attributes: [name],
        relationships: [link("media", "Media", "topics"), link("photos", "Photo", "faces")]
      ),
    ],
    // Numbers: Media 1, Clip 2, Photo 3, Topic 4.
    sql: table("ZMEDIA", "ZNAME VARCHAR") + table("ZTOPIC", "ZNAME VARCHAR") + """
      CREATE TABLE Z_1TOPICS (Z_1MEDIA INTEGER, Z_4TOPICS INTEGER, PRIMARY KEY (Z_1MEDIA, Z_4TOPICS));
      CREATE TABLE Z_3FACES (Z_3PHOTOS INTEGER, Z_4FACES INTEGER, PRIMARY KEY (Z_3PHOTOS, Z_4FACES));
      INSERT INTO ZMEDIA VALUES (1, 2, 1, 'film'), (2, 3, 1, 'shot');
      INSERT INTO ZTOPIC VALUES (1, 4, 1, 'sea'), (2, 4, 1, 'Ada');
      INSERT INTO Z_1TOPICS VALUES (1, 1), (2, 1);
      INSERT INTO Z_3FACES VALUES (2, 2);
      """,
    declarations: """
      model Clip: Media {}

      model Media "abstract" {
        name: String?
        topics: [Topic] inverse media
        display name
      }

      model Photo: Media {
        faces: [Topic] inverse photos
      }

      model Topic {
        name: String?
        media: [Media] inverse topics
        photos: [Photo] inverse faces
        display name
      }
      """,
    answers: [
      (
        "fetch Photo select name, list(topics.name) as t, list(faces.name) as f",
        "name,t,f | shot,\"[\"\"sea\"\"]\",\"[\"\"Ada\"\"]\""
      ),
      (
        "fetch Topic select name, list(media.name) as m, list(photos.name) as p",
        "name,m,p | sea,\"[\"\"film\"\",\"\"shot\"\"]\",[] | Ada,[],\"[\"\"shot\"\"]\""
      ),
    ]
  )
}
