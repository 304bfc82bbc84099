# A Homebrew formula that builds the command from source. `make dist` and the release page name the values of
# `url` and `sha256` for a release; see README.md in this folder.
class Martlet < Formula
  desc "Query shell for typed object models"
  head "file://#{Pathname.new(__dir__).parent}", using: :git, branch: "main"
  license "Apache-2.0"

  depends_on xcode: ["16.3", :build]
  depends_on :macos

  uses_from_macos "libedit"
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    system "make", "install", "PREFIX=#{prefix}"
  end

  test do
    (testpath/"people.csv").write "name,age\nAda,36\nBob,7\n"
    assert_equal "1", shell_output("#{bin}/martlet people.csv -c 'count people where age > 10'").strip
  end
end
