// Shards: data beside the page as scripts that hand it over, since a page that is opened from disk
// can load scripts and nothing else.

const coming = new Map(), handed: Map<string, (content: unknown) => void> = new Map();

window.kifuShard = (name, content) => handed.get(name)?.(content);

/**
 * The data of a shard, loaded once. Fails where there is no such script, and where it hands nothing.
 * @param path without its ending; its last part is the name of the shard
 */
export function shard<Content>(path: string, version?: string): Promise<Content> {
  if (!coming.has(path)) {
    coming.set(path, new Promise((done, failed) => {
      const script = document.createElement("script");
      handed.set(path.split("/").at(-1) ?? "", done);
      script.onload = () => {
        script.remove();
        failed();
      };
      script.onerror = failed;
      script.src = `${path}.js${version ? `?${version}` : ""}`;
      document.head.append(script);
    }));
  }
  return coming.get(path);
}
