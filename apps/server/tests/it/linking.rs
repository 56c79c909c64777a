//! Somebody with a password links their account at a real login service, and takes that back.

use crate::client::Client;
use crate::login_service::{Begun, NOW, Service, begin, finish, first_cookie, open_with};
use crate::teams::PASSWORD;
use crate::test_app::TestApp;
use serde_json::{Value, json};
use server::serve::first_owner_link;
use url::Url;

const IDENTITY: &str = "/api/v1/me/identity";

/// A member who came in with a password, and the cookie of their session.
struct Member {
    client: Client,
    cookie: String,
}

impl Member {
    async fn join(app: &TestApp, link: &str, login: &str) -> Self {
        let secret = link.rsplit_once('/').unwrap().1;
        let body =
            json!({"secret": secret, "name": login.to_uppercase(), "login": login, "password": PASSWORD});
        let cookie = first_cookie(&app.client.json("POST", "/api/v1/join", &body).await.expect(204));
        Self { client: app.client.with("cookie", Some(&cookie)), cookie }
    }

    async fn invite(&self, app: &TestApp, role: &str, login: &str) -> Self {
        let body = json!({"role": role, "days": 7});
        let invited = self.client.json("POST", "/api/v1/invitations", &body).await.expect(201).json();
        Self::join(app, invited["link"].as_str().unwrap(), login).await
    }

    async fn begin_link(&self) -> Begun {
        let begun = self.client.json("POST", IDENTITY, &json!({"password": PASSWORD})).await.expect(200);
        let url = Url::parse(begun.json()["url"].as_str().unwrap()).unwrap();
        Begun { url, cookie: first_cookie(&begun) }
    }

    async fn link(&self, begun: &Begun, back: &Value, status: u16) -> Value {
        let both = format!("{}; {}", self.cookie, begun.cookie);
        let reply = self.client.with("cookie", Some(&both)).json("PUT", IDENTITY, back).await;
        let reply = reply.expect(status);
        if status == 204 { Value::Null } else { reply.json() }
    }

    async fn me(&self) -> Value {
        self.client.get("/api/v1/me").await.expect(200).json()
    }
}

#[tokio::test]
async fn a_member_links_an_account_at_a_real_service_logs_in_with_it_and_unlinks_it() {
    let test = "a_member_links_an_account_at_a_real_service_logs_in_with_it_and_unlinks_it";
    let Some(service) = Service::start(test) else { return };
    let app = open_with(&service.issuer, "a secret: with/odd+characters").await;
    let link = first_owner_link(&app.store, NOW).await.unwrap().unwrap();
    let owner = Member::join(&app, &link, "owen").await;
    let me = owner.me().await;
    assert_eq!((&me["is_linked"], &me["has_password"]), (&json!(false), &json!(true)));

    // A stolen session is not enough, and a token neither.
    let wrong = json!({"password": "wrong wrong wrong"});
    assert_eq!(owner.client.json("POST", IDENTITY, &wrong).await.expect(403).json()["code"], "wrong_login");
    let made = json!({"name": "program", "days": 1});
    let token = owner.client.json("POST", "/api/v1/me/tokens", &made).await.expect(201).json();
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let program = app.client.with("authorization", Some(&bearer));
    program.json("POST", IDENTITY, &json!({"password": PASSWORD})).await.expect(403);
    program.delete(IDENTITY).await.expect(403);

    // Ann is a translator by her groups; the owner stays an owner, and keeps the name.
    let begun = owner.begin_link().await;
    let back = service.visit(&begun, "ann").await;
    owner.link(&begun, &back, 204).await;
    assert_eq!(owner.me().await["is_linked"], true);
    let entered = first_cookie(&service.log_in(&app, "ann").await.expect(204));
    let through_service =
        app.client.with("cookie", Some(&entered)).get("/api/v1/me").await.expect(200).json();
    assert_eq!(
        (&through_service["id"], &through_service["name"], &through_service["role"]),
        (&me["id"], &json!("OWEN"), &json!("owner"))
    );

    // The same account of the service is nobody else's.
    let ben = owner.invite(&app, "reader", "ben").await;
    let begun = ben.begin_link().await;
    let back = service.visit(&begun, "ann").await;
    assert_eq!(ben.link(&begun, &back, 409).await["code"], "identity_taken");

    // Whoever is in no group does not get in there, and keeps what they have here.
    service.put_into("ann", "strangers").await;
    service.log_in(&app, "ann").await.expect(403);
    assert_eq!(owner.me().await["role"], "owner");
    let begun = ben.begin_link().await;
    let back = service.visit(&begun, "nora").await;
    assert_eq!(ben.link(&begun, &back, 403).await["code"], "oidc_no_group");
    assert_eq!(ben.me().await["is_linked"], false);

    service.put_into("ann", "readers").await;
    owner.client.delete(IDENTITY).await.expect(204);
    assert_eq!(owner.client.delete(IDENTITY).await.expect(404).json()["code"], "identity_not_linked");
    let stranger = first_cookie(&service.log_in(&app, "ann").await.expect(204));
    let stranger = app.client.with("cookie", Some(&stranger));
    assert_ne!(stranger.get("/api/v1/me").await.expect(200).json()["id"], me["id"]);
    // Whoever has nothing but the service keeps it.
    let refused = stranger.delete(IDENTITY).await.expect(409).json();
    assert_eq!(refused["code"], "identity_only_login");

    let audit = owner.client.get("/api/v1/audit").await.expect(200).json();
    let actions: Vec<&str> =
        audit["items"].as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
    for action in ["identity_linked", "identity_unlinked"] {
        assert_eq!(actions.iter().filter(|one| **one == action).count(), 1, "{actions:?}");
    }
}

#[tokio::test]
async fn what_comes_back_from_a_login_links_nothing_and_a_link_logs_nobody_in() {
    let test = "what_comes_back_from_a_login_links_nothing_and_a_link_logs_nobody_in";
    let Some(service) = Service::start(test) else { return };
    let app = open_with(&service.issuer, "a secret: with/odd+characters").await;
    let link = first_owner_link(&app.store, NOW).await.unwrap().unwrap();
    let owner = Member::join(&app, &link, "owen").await;
    let begun = begin(&app.client).await;
    let back = service.visit(&begun, "ann").await;
    assert_eq!(owner.link(&begun, &back, 400).await["code"], "oidc_not_begun");

    let begun = owner.begin_link().await;
    let back = service.visit(&begun, "ann").await;
    let refused = finish(&app.client, &begun.cookie, &back).await.expect(400).json();
    assert_eq!(refused["code"], "oidc_not_begun");

    // Nor does it link to somebody else who is logged in.
    let ben = owner.invite(&app, "reader", "ben").await;
    let begun = owner.begin_link().await;
    let back = service.visit(&begun, "ann").await;
    assert_eq!(ben.link(&begun, &back, 400).await["code"], "oidc_not_begun");
    assert_eq!(
        (owner.me().await["is_linked"].clone(), ben.me().await["is_linked"].clone()),
        (json!(false), json!(false))
    );
}
